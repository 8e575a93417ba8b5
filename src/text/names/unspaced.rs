//! Chinese, written without spaces: stretches between punctuation and function characters, persons by their surname,
//! places and bodies by their last character. Rough; merging asks for support before anything is kept.

use super::FoundName;
use crate::model::{EntityType, Span};

/// Characters that are hardly ever part of a name and end a stretch.
const FUNCTION: &str = "的了是在和与及或也都就不而于对将被把从到为以之其这那有无着过地得很更最又再还只但却则因所如若即并且等们我你他她它您谁此\
    该各每某何让使令由向往给比跟同个些后前时曾已未没能会可要想说称叫让至自当";

/// Common surnames of one character.
const SURNAMES: &str = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏\
    钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申\
    尤毕聂丛焦向柳邢路岳齐梅莫庄辛管祝左涂谷祁耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍位覃霍翁隋植甘景单包司柏宁柯阮桂闵";

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// True for text that is mostly Han characters.
pub(super) fn is_unspaced(text: &str) -> bool {
    let (mut han, mut letters) = (0, 0);
    for c in text.chars().take(400) {
        han += usize::from(is_han(c));
        letters += usize::from(c.is_alphabetic());
    }
    han >= 4 && han * 2 > letters
}

/// True for a key of Han characters.
pub(crate) fn is_han_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(is_han)
}

fn kind_of(word: &str) -> Option<EntityType> {
    match word.chars().next_back()? {
        '省' | '市' | '县' | '州' | '府' | '国' | '镇' | '村' | '山' | '江' | '河' | '湖' | '岛' | '城' => {
            Some(EntityType::Place)
        }
        '司' | '学' | '院' | '部' | '军' | '党' | '局' | '寺' => Some(EntityType::Organisation),
        '帝' | '王' | '公' => Some(EntityType::Person),
        '战' | '役' | '案' => Some(EntityType::Event),
        _ => None,
    }
}

/// Finds candidate words of a Chinese sentence.
pub(super) fn find(text: &str, found: &mut Vec<FoundName>) {
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), '。')]) {
        let inside = is_han(c) && !FUNCTION.contains(c);
        match (inside, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                stretch(text, Span::new(from, at), found);
                start = None;
            }
            _ => {}
        }
    }
}

fn stretch(text: &str, span: Span, found: &mut Vec<FoundName>) {
    let Some(piece) = span.slice(text) else { return };
    let bounds: Vec<usize> = piece.char_indices().map(|(at, _)| span.start + at).chain([span.end]).collect();
    let count = bounds.len() - 1;
    let surname = piece.chars().next().is_some_and(|c| SURNAMES.contains(c));
    if (2..=5).contains(&count) {
        let kind = if surname && (2..=3).contains(&count) && kind_of(piece).is_none() {
            Some(EntityType::Person)
        } else {
            kind_of(piece).or(Some(EntityType::Concept))
        };
        found.push(FoundName { span, proper: kind != Some(EntityType::Concept), kind, sure: false });
    } else if surname && count > 3 {
        // *朱元璋率军*: the first three characters may be a name; how often they return will tell.
        found.push(FoundName {
            span: Span::new(bounds[0], bounds[3]),
            kind: Some(EntityType::Person),
            sure: false,
            proper: true,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_end_at_function_characters() {
        let text = "林海生在青石镇的渔业公司。";
        let mut found = Vec::new();
        find(text, &mut found);
        let words: Vec<(&str, Option<EntityType>)> =
            found.iter().map(|f| (f.span.slice(text).unwrap_or(""), f.kind.clone())).collect();
        assert_eq!(
            words,
            [
                ("林海生", Some(EntityType::Person)),
                ("青石镇", Some(EntityType::Place)),
                ("渔业公司", Some(EntityType::Organisation))
            ]
        );
    }

    #[test]
    fn only_han_text_is_unspaced() {
        assert!(is_unspaced("林海生在青石镇"));
        assert!(!is_unspaced("The town of 青石镇 is small."));
    }
}
