//! Pure graph algorithms: compact adjacency, Leiden, the community hierarchy, PageRank and personalised PageRank.
