//! An import, top to bottom: detect → texts → elements → communities → reports → publish. Tables are streamed into a
//! build of its own; the folder they lie in is only read. What the tables lack is made as a build makes it: communities
//! by clustering, reports from sentences, vectors from the text.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, UNIX_EPOCH};

use super::account::{Account, FACT, TableAccount};
use super::detect::{ForeignIndex, Part, Run, detect};
use super::elements::ImportedElements;
use super::reports::{self, CitableRecords, Citations};
use super::source::{ImportError, Source};
use super::texts::{self, Texts};
use super::{hierarchy, working};
use crate::config::{Settings, now};
use crate::graph::{HierarchyLimits, Leiden};
use crate::index::cluster;
use crate::index::evidence::gist;
use crate::index::report::describe::Describing;
use crate::index::report::{Material, ReportGrounds};
use crate::index::search::{embed, links, words};
use crate::ingest::Walking;
use crate::judgement::DocumentText;
use crate::judgement::extractive::summaries::reporter::ExtractiveReporter;
use crate::judgement::extractive::vectors::term_space::DIMENSIONS;
use crate::model::{Community, CommunityId, Kind, Progress, Report, Stage, TextUnit, hash};
use crate::store::{
    self, BuildFile, FileRecord, FileStatus, Meta, Reader, StageMark, StoreError, WayBack, Writer, WriterBehind,
};
use crate::text::provenance::span_map::SpanMap;

/// Documents, or reports, that are written in one batch.
const BATCH: usize = 1_024;

/// What to import, and where to.
#[derive(Clone, Debug)]
pub struct ImportPlan {
    /// The folder named, canonical.
    pub folder: PathBuf,
    /// The index file.
    pub index: PathBuf,
    pub settings: Settings,
}

/// What an import made.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    pub account: Account,
    pub documents: u64,
    pub text_units: u64,
    pub entities: u64,
    pub relationships: u64,
    pub claims: u64,
    pub communities: u64,
    pub reports: u64,
    pub seconds: f64,
}

/// Imports a foreign index and puts ours in its place.
///
/// # Errors
/// See [`ImportError`]; the index there was is untouched by every one of them.
pub fn import(plan: &ImportPlan, progress: &Progress) -> Result<Imported, ImportError> {
    let begun = Instant::now();
    let fingerprint = fingerprint(&plan.folder);
    let run = find(&plan.folder, progress)?;
    let place = BuildFile::begin(&plan.index)?;
    let writer = place.open(&fingerprint)?;
    // An import is short: one that was stopped begins anew.
    for stage in Stage::ALL {
        writer.clear_stage(stage)?;
    }
    writer.put_off_indexes()?;
    let mut work = Work { behind: WriterBehind::new(writer)?, progress, imported: Imported::default() };
    work.imported.account = Account {
        kind: run.kind,
        folder: run.run.folder.to_string_lossy().into_owned(),
        unused: run.run.unused,
        remarks: run.run.remarks,
        ..Account::default()
    };
    let mut source = Source::new(run.run.tables, progress);
    work.fill(&mut source, plan)?;

    progress.begin(Stage::Publish);
    let Work { behind, mut imported, .. } = work;
    let writer = behind.finish()?;
    imported.account.tables = source.into_accounts();
    writer.set_fact_json(FACT, &imported.account)?;
    writer.set_fact(store::INPUTS, &fingerprint)?;
    writer.set_meta(&meta(plan, &fingerprint, &writer)?)?;
    place.publish(writer)?;
    progress.finish(Stage::Publish);
    imported.seconds = begun.elapsed().as_secs_f64();
    Ok(imported)
}

/// The account of the import an index was made by; none when it was made otherwise.
pub fn account(reader: &Reader) -> Result<Option<Account>, StoreError> {
    reader.fact_json(FACT)
}

/// True when an index was made from a folder as it is now: by names, sizes and times.
pub fn is_current(reader: &Reader, folder: &Path) -> Result<bool, StoreError> {
    Ok(reader.fact(store::INPUTS)?.is_some_and(|inputs| inputs == fingerprint(folder)))
}

struct Recognised {
    kind: String,
    run: Run,
}

fn find(folder: &Path, progress: &Progress) -> Result<Recognised, ImportError> {
    let (found, seen) = detect(folder);
    match found {
        Some(ForeignIndex::Run(run)) => Ok(Recognised { kind: "GraphRAG tables".to_owned(), run: *run }),
        Some(ForeignIndex::Working(place)) => {
            let (kind, run) = working::read(&place, progress)?;
            Ok(Recognised { kind: kind.to_owned(), run })
        }
        None => Err(ImportError::NoIndex { folder: folder.to_owned(), seen }),
    }
}

/// Names what a folder held: the program, and every file's name, size and time.
fn fingerprint(folder: &Path) -> String {
    let mut all = format!("import\n{}\n{}\n", env!("CARGO_PKG_VERSION"), folder.to_string_lossy());
    for file in crate::ingest::list(&[folder.to_owned()], Walking { hidden: true, ignored: true, links: true }) {
        all.push_str(&format!("{}\n{}\n{:?}\n", file.path, file.bytes, file.modified));
    }
    hash::hex(all.as_bytes())
}

fn meta(plan: &ImportPlan, fingerprint: &str, writer: &Writer) -> Result<Meta, ImportError> {
    let name = plan.folder.file_name().map_or_else(|| "import".to_owned(), |name| name.to_string_lossy().into_owned());
    // `output` names a thousand folders; the one around it names this.
    let around = plan.folder.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let name = match (name.as_str(), around) {
        ("output" | "artifacts", Some(around)) => around,
        _ => name,
    };
    let number = |key: &str| Ok::<_, StoreError>(writer.fact(key)?.and_then(|number| number.parse::<f64>().ok()));
    Ok(Meta {
        build: fingerprint.get(..16).unwrap_or(fingerprint).to_owned(),
        name,
        roots: vec![plan.folder.to_string_lossy().into_owned()],
        method: Meta::IMPORTED.to_owned(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        settings: plan.settings.shaping(),
        finished: now(),
        tokens: number(store::TOKENS)?.unwrap_or_default() as u64,
        modularity: number(store::MODULARITY)?,
        embedding_model: Some(embed::MODEL.to_owned()),
        embedding_dimensions: DIMENSIONS as u32,
        ..Meta::default()
    })
}

/// An import under way.
struct Work<'a> {
    behind: WriterBehind,
    progress: &'a Progress,
    imported: Imported,
}

impl Work<'_> {
    /// Does a stage and marks it.
    fn stage<T>(
        &mut self,
        stage: Stage,
        work: impl FnOnce(&mut Self) -> Result<T, ImportError>,
    ) -> Result<T, ImportError> {
        if self.progress.is_cancelled() {
            return Err(ImportError::Cancelled);
        }
        self.progress.begin(stage);
        let begun = Instant::now();
        let made = work(self)?;
        let mark = StageMark { name: stage.name().to_owned(), done: 1, millis: begun.elapsed().as_millis() as u64 };
        self.behind.write(move |writer| writer.mark_stage(&mark))?;
        self.progress.finish(stage);
        Ok(made)
    }

    fn fill(&mut self, source: &mut Source<'_>, plan: &ImportPlan) -> Result<(), ImportError> {
        let mut elements = ImportedElements::default();
        let texts = self.stage(Stage::Read, |work| {
            work.behind.write(Writer::begin_full_text)?;
            let wants_names =
                !source.has_any(Part::Entities, &["text_unit_ids"]) && !source.has_any(Part::Nodes, &["source_id"]);
            let texts = texts::read(source, wants_names)?;
            work.write_texts(source, plan, &texts)?;
            Ok(Arc::new(texts))
        })?;
        // Made while the elements are read and written; only reports need them.
        let shared = texts.clone();
        let vectors = std::thread::Builder::new().name("vectors".to_owned());
        let vectors = vectors.spawn(move || embed::unit_vectors(&*shared, None, None, |_| false));
        let vectors = vectors.map_err(|e| ImportError::Failed(e.to_string()))?;
        self.stage(Stage::Merge, |work| {
            elements = ImportedElements::read(source)?;
            elements.relationships(source, &texts, &mut work.behind)?;
            elements.claims(source, &texts, &mut work.behind)?;
            elements.entities(source, &texts, &mut work.behind)?;
            work.imported.entities = elements.len() as u64;
            work.imported.relationships = elements.relationships.len() as u64;
            work.imported.claims = elements.claims.len() as u64;
            if elements.made() > 0 {
                let remark = format!(
                    "{} entities have no row: relationships or claims name them, and they were made from their names",
                    elements.made()
                );
                work.imported.account.remarks.push(remark);
            }
            Ok(())
        })?;
        let communities = self.stage(Stage::Cluster, |work| work.communities(source, &elements, &texts, plan))?;
        self.stage(Stage::Report, |work| {
            let (space, vectors) = vectors.join().unwrap_or_else(|panicked| std::panic::resume_unwind(panicked))?;
            work.behind.write(move |writer| vectors.write(writer))?;
            work.reports(source, &elements, &texts, &communities, &space)
        })?;
        self.stage(Stage::Embed, |work| {
            let titles =
                texts.documents.iter().map(|document| (document.document.id, document.document.title.as_str()));
            let links = links::Links::find(titles, &*texts);
            Ok(work.behind.write(move |writer| links.write(writer))?)
        })?;
        self.stage(Stage::Words, |work| {
            work.imported.documents = texts.documents.len() as u64;
            work.imported.text_units = texts.units.len() as u64;
            work.behind.write(|writer| {
                writer.finish_record_words()?;
                writer.make_indexes()
            })?;
            Ok(work.behind.settle()?)
        })
    }

    /// Writes documents and text units, and a file for each; the tables themselves are files that were read.
    fn write_texts(&mut self, source: &Source<'_>, plan: &ImportPlan, texts: &Texts) -> Result<(), ImportError> {
        let mut tables: Vec<FileRecord> =
            source.tables().map(|table| table_record(&plan.folder, &table.path)).collect();
        let paths: HashSet<&str> = texts.documents.iter().map(|document| document.document.path.as_str()).collect();
        // Nodes may stand in for entities: one file, two parts.
        tables.sort_by(|a, b| a.path.cmp(&b.path));
        tables.dedup_by(|a, b| a.path == b.path);
        tables.retain(|table| !paths.contains(table.path.as_str()));
        let unused = self.imported.account.unused.iter().map(|(name, why)| FileRecord {
            path: name.clone(),
            status: FileStatus::Skipped,
            reason: Some(why.clone()),
            size: 0,
            modified: None,
            hash: None,
        });
        let taken: HashSet<String> = tables.iter().map(|table| table.path.clone()).collect();
        let unused: Vec<FileRecord> =
            unused.filter(|file| !paths.contains(file.path.as_str()) && !taken.contains(&file.path)).collect();
        let first = (tables.len() + unused.len()) as u32;
        self.behind.write(move |writer| {
            (0..).zip(tables.iter().chain(&unused)).try_for_each(|(id, file)| writer.add_file(id, file))
        })?;
        let mut units = texts.units.as_slice();
        let mut files: HashMap<&str, u32> = HashMap::new();
        for (document, number) in texts.documents.iter().zip(first..) {
            let file = *files.entry(&document.document.path).or_insert(number);
            let own = units.iter().take_while(|unit| unit.document == document.document.id).count();
            let (own, rest) = units.split_at(own);
            units = rest;
            let (document, own) = (document.clone(), own.to_vec());
            self.behind.write(move |writer| write_document(writer, &document, &own, file, file == number))?;
            if self.progress.is_cancelled() {
                return Err(ImportError::Cancelled);
            }
        }
        let tokens = texts.tokens().to_string();
        Ok(self.behind.write(move |writer| {
            writer.finish_unit_words()?;
            writer.set_fact(store::TOKENS, &tokens)
        })?)
    }

    fn communities(
        &mut self,
        source: &mut Source<'_>,
        elements: &ImportedElements,
        texts: &Texts,
        plan: &ImportPlan,
    ) -> Result<Vec<Community>, ImportError> {
        let mut communities = hierarchy::read(source, elements)?;
        if communities.is_empty() && elements.len() > 0 {
            self.behind.settle()?;
            let reader = Reader::open(self.behind.path())?;
            let (entities, relationships) = (reader.all_entities()?, reader.all_relationships()?);
            let owners: BTreeMap<_, _> = texts.units.iter().map(|unit| (unit.id, unit.document)).collect();
            let leiden = Leiden { resolution: plan.settings.resolution, seed: plan.settings.seed, ..Leiden::default() };
            let limits =
                HierarchyLimits { max_size: plan.settings.community_size as usize, ..HierarchyLimits::default() };
            let document_of = |unit| owners.get(&unit).copied();
            let mentions = reader.all_mentions()?;
            let found = cluster::cluster(&entities, &relationships, &mentions, None, document_of, &leiden, &limits)?;
            communities = found.communities;
            let modularity = found.modularity.to_string();
            self.behind.write(move |writer| writer.set_fact(store::MODULARITY, &modularity))?;
            self.imported.account.remarks.push("no table holds communities: they were found by clustering".to_owned());
        }
        for batch in communities.chunks(BATCH * 8) {
            let batch = batch.to_vec();
            self.behind.write(move |writer| writer.add_communities(&batch))?;
        }
        self.imported.communities = communities.len() as u64;
        Ok(communities)
    }

    fn reports(
        &mut self,
        source: &mut Source<'_>,
        elements: &ImportedElements,
        texts: &Texts,
        communities: &[Community],
        space: &embed::EmbeddingSpace,
    ) -> Result<(), ImportError> {
        let numbers: HashSet<u32> = communities.iter().map(|community| community.id.0).collect();
        let known = CitableRecords {
            records: BTreeMap::from([
                (Kind::Report, numbers.clone()),
                (Kind::Entity, elements.ids.iter().copied().collect()),
                (Kind::Relationship, elements.relationships.clone()),
                (Kind::Claim, elements.claims.clone()),
                (Kind::Source, texts.units.iter().map(|unit| unit.id.0).collect()),
                (Kind::Document, texts.documents.iter().map(|document| document.document.id.0).collect()),
            ]),
        };
        let (mut citations, mut written, mut batch) = (Citations::default(), HashSet::new(), Vec::with_capacity(BATCH));
        let behind = &mut self.behind;
        source.read(Part::Reports, &reports::COLUMNS, |number, row, account| {
            let Some(report) = reports::read(number, row, account) else { return Ok(()) };
            if !written.insert(report.community.0) {
                account.leave(number, "a second report of its community", &report.community.to_string());
                return Ok(());
            }
            citations.check(number, &report, &known, account);
            account.loaded += 1;
            batch.push(report);
            if batch.len() == BATCH { write_reports(behind, space, &mut batch) } else { Ok(()) }
        })?;
        write_reports(behind, space, &mut batch)?;
        self.imported.account.citations =
            citations.by_kind.into_iter().map(|(kind, found)| (kind.name().to_owned(), found)).collect();
        let missing: Vec<Community> =
            communities.iter().filter(|community| !written.contains(&community.id.0)).cloned().collect();
        let gists = gist::of_documents(&texts.documents, &texts.units);
        self.behind.write(move |writer| gists.iter().try_for_each(|(of, gist)| writer.add_gist(*of, gist)))?;
        let made = self.missing_reports(texts, &missing, space)?;
        if made > 0 {
            let remark = format!("{made} communities had no report: theirs were made from sentences, without a model");
            self.imported.account.remarks.push(remark);
        }
        self.imported.reports = written.len() as u64 + made;
        Ok(())
    }

    /// Writes the reports that the tables lack, as a build without a model does; returns how many.
    fn missing_reports(
        &mut self,
        texts: &Texts,
        missing: &[Community],
        space: &embed::EmbeddingSpace,
    ) -> Result<u64, ImportError> {
        let missing: Vec<Community> =
            missing.iter().filter(|community| !community.entities.is_empty()).cloned().collect();
        if missing.is_empty() {
            return Ok(0);
        }
        self.behind.settle()?;
        let reader = Reader::open(self.behind.path())?;
        let (entities, mentions) = (reader.all_entities()?, reader.all_mentions()?);
        let (relationships, claims) = (reader.all_relationships()?, reader.all_claims()?);
        let appearances = reader.all_appearances()?;
        let documents: Vec<Arc<_>> = texts.documents.clone();
        let gathered = ReportGrounds::new(Material {
            documents: &documents,
            text_units: &texts.units,
            entities: &entities,
            mentions: &mentions,
            relationships: &relationships,
            claims: &claims,
            appearances: &appearances,
            communities: &missing,
        });
        let mut reports: Vec<Report> = Vec::new();
        let mut failed: Vec<(CommunityId, _)> = Vec::new();
        let mut described = Describing::nothing(self.progress);
        let writing = gathered.write(&ExtractiveReporter, &mut described, |id, judged| match judged {
            Ok((report, _)) => reports.push(report),
            Err(error) => failed.push((id, error)),
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.map_err(|e| ImportError::Failed(e.to_string()))?.block_on(writing)?;
        if let Some((_, error)) = failed.into_iter().next() {
            return Err(error.into());
        }
        reports.sort_by_key(|report| report.community);
        let made = reports.len() as u64;
        for batch in reports.chunks(BATCH) {
            write_reports(&mut self.behind, space, &mut batch.to_vec())?;
        }
        Ok(made)
    }
}

fn write_document(
    writer: &Writer,
    document: &DocumentText,
    units: &[TextUnit],
    file: u32,
    is_first_of_file: bool,
) -> Result<(), StoreError> {
    let about = &document.document;
    if is_first_of_file {
        writer.add_file(file, &document_record(about))?;
    }
    let identity = WayBack { span_map: SpanMap::identity().encode(), ..WayBack::default() };
    writer.add_document(file, about, &document.text, &document.sentences, &document.speakers, &identity)?;
    let (record, title, body) = words::document_words(about);
    writer.add_record_words(record, &title, &body)?;
    writer.add_text_units(units)?;
    for unit in units.iter().filter(|unit| !unit.recurring) {
        let text = unit.span.slice(&document.text).unwrap_or_default();
        writer.add_unit_words(unit.id, &about.title, text)?;
    }
    Ok(())
}

fn write_reports(
    behind: &mut WriterBehind,
    space: &embed::EmbeddingSpace,
    batch: &mut Vec<Report>,
) -> Result<(), ImportError> {
    let reports = std::mem::take(batch);
    let vectors = embed::report_vectors(space, &reports);
    Ok(behind.write(move |writer| {
        for (report, vector) in reports.iter().zip(&vectors) {
            writer.add_vector(Kind::Report, report.community.0, vector)?;
            writer.add_report(report)?;
            let (record, title, body) = words::report_words(report);
            writer.add_record_words(record, &title, &body)?;
        }
        Ok(())
    })?)
}

fn table_record(root: &Path, path: &Path) -> FileRecord {
    let about = std::fs::metadata(path).ok();
    let modified = about.as_ref().and_then(|about| about.modified().ok());
    let relative = path.strip_prefix(root).unwrap_or(path);
    FileRecord {
        path: relative.to_string_lossy().replace('\\', "/"),
        status: FileStatus::Read,
        reason: None,
        size: about.map_or(0, |about| about.len()),
        modified: modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|since| since.as_secs() as i64),
        hash: None,
    }
}

fn document_record(document: &crate::model::Document) -> FileRecord {
    FileRecord {
        path: document.path.clone(),
        status: FileStatus::Read,
        reason: None,
        size: document.bytes,
        modified: document.modified,
        hash: Some(document.hash.clone()),
    }
}

/// Rows of all tables: there, loaded, listed.
pub fn totals(tables: &[TableAccount]) -> (u64, u64, u64) {
    tables.iter().fold((0, 0, 0), |(rows, loaded, listed), table| {
        (rows + table.rows, loaded + table.loaded, listed + table.listed())
    })
}
