-- Communities stand by how many documents they are in, which is what is told of them beside their titles.
DROP INDEX communities_by_parent;
CREATE INDEX communities_by_parent ON communities (parent, unconnected, documents DESC, position);
