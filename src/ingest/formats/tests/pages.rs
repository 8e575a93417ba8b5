//! What stands around the text of a page.

use super::*;

fn kinds(item: &Item) -> Vec<(BlockKind, &str)> {
    let blocks = item.blocks.iter().flatten();
    blocks.map(|block| (block.kind, block.span.slice(&item.text).unwrap_or_default())).collect()
}

#[test]
fn links_of_a_heading_to_itself_are_no_text() {
    for link in [
        "<a class=\"headerlink\" href=\"#x\" title=\"Link to this heading\">\u{b6}</a>",
        "<a class=header-anchor href=#x>link</a>",
        "<a class=\"anchor\" href=\"#x\">\u{a7}</a>",
        "<a href=#x> # </a>",
        "<a class=\"blog-permalink\" href=#x>#</a>",
    ] {
        let page =
            format!("<body><h1>The Pier{link}</h1><p>It was built in <a href=y>1904</a>, as item #4.</p></body>");
        let read = read("x.html", &page);
        assert_eq!(read.items[0].text, "The Pier\n\nIt was built in 1904, as item #4.", "{link}");
        assert_eq!(read.items[0].title.as_deref(), Some("The Pier"));
    }
}

#[test]
fn ways_to_other_pages_are_no_text() {
    let page = "<body><div class=\"navheader\"><table><tr><th>The Pier</th></tr><tr><td><a href=a>Prev</a></td><td><a href=b>Next</a></td></tr></table></div>\
        <div class='related' role='navigation'><h3>Navigation</h3><ul><li><a href=i>index</a></li></ul></div>\
        <p>Next: <a href=a>Ropes and how they are to be kept dry in a wet winter</a>, Previous: <a href=b>Boats</a>, Up: <a href=c>Top</a> &nbsp; [<a href=d>Contents</a>][<a href=e>Index</a>]</p>\
        <p>Next comes <a href=z>the lighthouse</a>.</p><div class=navfooter><a href=a>Prev</a> <a href=b>Home</a></div></body>";
    let read = read("x.html", page);
    let kinds = kinds(&read.items[0]);
    assert_eq!(kinds.len(), 2, "{kinds:?}");
    assert!(kinds[0].0 == BlockKind::Furniture && kinds[0].1.starts_with("Next: Ropes"), "{kinds:?}");
    assert_eq!(kinds[1], (BlockKind::Paragraph, "Next comes the lighthouse."));
}

#[test]
fn what_stands_at_the_foot_of_each_page_and_ways_to_share_it_are_no_text() {
    let page = "<body><div id=\"main-menu\">Home | Harbour</div><p>The pier was built in 1904.</p>\
        <div class=\"social-share\">Share: Facebook | Twitter</div><div class=\"footer\">© The Lamp</div></body>";
    assert_eq!(read("x.html", page).items[0].text, "The pier was built in 1904.");
}

#[test]
fn cells_of_a_row_are_parted_by_one_blank() {
    let page = "<table><tr><td> paquet </td>\n<td> popcon</td>\n <td>\n<p> taille</td></tr><tr><td>a</td><td> b</td></tr></table>";
    assert_eq!(read("x.html", page).items[0].text.lines().last(), Some("a | b"));
    assert!(
        read("x.html", page).items[0].text.starts_with("paquet | popcon"),
        "{}",
        read("x.html", page).items[0].text
    );
}

#[test]
fn lists_of_contents_are_no_text() {
    let page = "<body><h1>The Pier</h1>\
        <ul><li>1.1 <a href=#a>When was it built?</a></li><li><a href=#b>Boats (and what they carry)</a>\
        <ul><li><a href=#c>Ropes, nets and everything else that is kept in the long shed behind the upper quay of the harbour.</a></li></ul></li></ul>\
        <dl><dt><a href=next.html>Как держать канаты сухими</a></dt><dt><a href=after.html>Лодки</a></dt></dl>\
        <p><a href=a.html>‹ G.1 When was the pier that everybody knows built?</a> <a href=i.html>up</a> <a href=b.html>G.3 Who has the key to the shed? ›</a></p>\
        <ul><li><a href=a.html>Ropes</a>: how they are kept dry.</li><li><a href=b.html>Boats of the upper quay</a>, and of the lower one</li></ul>\
        <ul><li><a href=\"https://example.org/a\">The harbour of Orsk and its ferries, by Ada Voss, in three volumes with all the maps.</a></li>\
        <li><a href=\"https://example.org/b\">A history of the pier at Tarn, by Tom Reed, of which the second part was never printed.</a></li></ul></body>";
    let read = read("x.html", page);
    let kinds = kinds(&read.items[0]);
    let kept = kinds.iter().filter(|(kind, _)| *kind != BlockKind::Furniture).map(|(_, text)| *text);
    let kept: Vec<&str> = kept.collect();
    assert_eq!(kept.len(), 5, "{kinds:?}");
    assert!(kept[1].starts_with("Ropes: how") && kept[3].starts_with("The harbour of Orsk"), "{kept:?}");
}

#[test]
fn running_text_that_was_broken_for_its_measure_is_one_paragraph() {
    let page = "<body><h1>Gate</h1><pre>\n       The <b>gate</b>(8) server listens at the quay and protects the\n       \
        lock against boats that are too wide, or too heavy for its doors. With client authentica-\n       tion \
        the keeper can tell a barge from a raft before he opens.\n\n       gate_width\n       gate_height\n</pre>\
        <pre>\nThe gate was shut and dark the night,\nno lamp was on the pier,\nand down the river, out of sight,\n</pre></body>";
    let read = read("x.html", page);
    let kinds = kinds(&read.items[0]);
    let (kind, text) = kinds[1];
    assert_eq!(kind, BlockKind::Paragraph, "{kinds:?}");
    assert!(text.contains("protects the lock against boats"), "{kinds:?}");
    assert!(
        text.ends_with("With client authentication the keeper can tell a barge from a raft before he opens."),
        "{kinds:?}"
    );
    assert!(kinds.iter().any(|(_, text)| *text == "gate_width"), "{kinds:?}");
    assert!(kinds.iter().any(|(_, text)| *text == "no lamp was on the pier,"), "{kinds:?}");
}

#[test]
fn what_is_said_of_a_term_begins_with_it() {
    let page = "<body><p>Set these before the first night.</p><dl><dt>height (default: 40)</dt><dd><p>The most that it is turned \
        up.</p><p>Turn it slowly.</p></dd><dt>delay</dt><dt>pause</dt><dd>The seconds of waiting.</dd><dt>The lamp is lit by the \
        keeper, and by nobody else.</dt><dd>So it was.</dd><dt>last</dt></dl><p>That is all there is.</p></body>";
    let read = read("x.html", page);
    let texts: Vec<&str> = kinds(&read.items[0]).into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        texts,
        [
            "Set these before the first night.",
            "height (default: 40) – The most that it is turned up.",
            "Turn it slowly.",
            "delay",
            "pause – The seconds of waiting.",
            "The lamp is lit by the keeper, and by nobody else.",
            "So it was.",
            "last",
            "That is all there is.",
        ]
    );
}

#[test]
fn what_is_asked_in_a_list_of_terms_heads_its_answer() {
    let page = "<body><h2>General</h2><dl><dt>What's oakum?</dt><dd>Old rope, picked apart. It stops leaks.</dd><dt>hemp</dt>\
        <dd>What ropes are made of.</dd></dl></body>";
    let read = read("x.html", page);
    let texts = kinds(&read.items[0]);
    assert_eq!(texts[1], (BlockKind::Heading, "What's oakum?"));
    assert_eq!(texts[2].1, "Old rope, picked apart. It stops leaks.");
    assert_eq!(texts[3], (BlockKind::Item, "hemp – What ropes are made of."));
}

#[test]
fn what_a_picture_shows_is_a_caption_whatever_it_stands_in() {
    let page = "<body><p>The pier was built in 1904.</p><figure><img src=p><figcaption><p>The pier in winter.</p></figcaption></figure>\
        <div class=caption><p>An image of the upper sluice at night.</p></div></body>";
    let read = read("x.html", page);
    let kinds: Vec<BlockKind> = kinds(&read.items[0]).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [BlockKind::Paragraph, BlockKind::Caption, BlockKind::Caption]);
}

#[test]
fn an_item_that_ends_in_brackets_is_no_sentence() {
    let page = "<h1>Changes</h1><ul><li><p>Add a second lamp (Ada Voss, Tom Reed)</p><p>It is lit at dusk (by one keeper).</p></li></ul>";
    let read = read("x.html", page);
    let told = &kinds(&read.items[0])[1..];
    assert_eq!(told[0], (BlockKind::Item, "Add a second lamp (Ada Voss, Tom Reed)"));
    assert_eq!(told[1].0, BlockKind::Paragraph);
}

#[test]
fn a_text_with_marked_headings_is_read_as_such_whatever_it_is_called() {
    let page = "# The Pier\n\nActs\n\n## Lamps\n\nThey are lit.\n\n## Ropes\n\nThey are dry.\n";
    assert_eq!(read("pier.txt", page).format, "markdown");
    let settings =
        "# Settings of the pier\n\n# How long the lamps burn.\nlamps = 4h\n\n# Dry or wet\n#ropes = dry\n\ngate = 1\n";
    assert_eq!(read("pier.conf.example", settings).format, "text");
    assert_eq!(
        read("talk.txt", "#quay\n\nAda Lund  9:10 AM\nhello\n\n#pier\n\nKai Sund  9:12 AM\nhello\n").format,
        "text"
    );
}
