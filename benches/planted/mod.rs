//! Graphs to measure on: degree-corrected planted partitions in the manner of Lancichinetti, Fortunato and Radicchi
//! (2008). Degrees and community sizes follow power laws; a share `mixing` of the edges ignores the communities.

/// What to plant.
pub struct Planted {
    pub name: &'static str,
    pub nodes: u32,
    /// Edges drawn; those drawn twice become one of more weight.
    pub draws: u32,
    pub mixing: f64,
    /// Least and greatest expected degree, exponent 2.5.
    pub degrees: (f64, f64),
    /// Least and greatest community, exponent 1.5.
    pub communities: (f64, f64),
}

/// The graphs of `benches/README.md`.
pub const GRAPHS: [Planted; 4] = [
    Planted {
        name: "17k",
        nodes: 5_000,
        draws: 18_100,
        mixing: 0.3,
        degrees: (3.0, 100.0),
        communities: (10.0, 300.0),
    },
    Planted {
        name: "182k",
        nodes: 40_000,
        draws: 195_000,
        mixing: 0.3,
        degrees: (4.0, 300.0),
        communities: (20.0, 1_000.0),
    },
    Planted {
        name: "1750k",
        nodes: 250_000,
        draws: 1_870_000,
        mixing: 0.3,
        degrees: (6.0, 1_000.0),
        communities: (30.0, 3_000.0),
    },
    // As extraction by a model leaves it: very many small pieces.
    Planted {
        name: "sparse",
        nodes: 650_000,
        draws: 714_000,
        mixing: 0.2,
        degrees: (0.9, 2_000.0),
        communities: (5.0, 500.0),
    },
];

/// Xorshift64* (Vigna, 2016): the graphs must not change when the library's generator does.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.unit() * bound as f64) as usize
    }

    /// Draws from a power law between two bounds.
    fn power(&mut self, (least, most): (f64, f64), exponent: f64) -> f64 {
        let power = 1.0 - exponent;
        (least.powf(power) + self.unit() * (most.powf(power) - least.powf(power))).powf(1.0 / power)
    }
}

impl Planted {
    /// Returns the edges, each once, sorted, with whole weights.
    pub fn edges(&self, seed: u64) -> Vec<(u32, u32, f32)> {
        let mut dice = Dice(seed | 1);
        // Nodes stand in communities one after the other; shuffled numbers keep the order from giving them away.
        let mut names: Vec<u32> = (0..self.nodes).collect();
        for last in (1..names.len()).rev() {
            names.swap(last, dice.below(last + 1));
        }
        let mut community_of = Vec::with_capacity(names.len());
        let mut first = vec![];
        while community_of.len() < names.len() {
            let size = dice.power(self.communities, 1.5) as usize;
            first.push(community_of.len());
            community_of.extend(std::iter::repeat_n(first.len() - 1, size.min(names.len() - community_of.len())));
        }
        first.push(names.len());
        // A node stands among the stubs as often as its expected degree says, in tenths.
        let mut stubs: Vec<u32> = Vec::new();
        let mut stub_start = Vec::with_capacity(first.len());
        for bounds in first.windows(2) {
            stub_start.push(stubs.len());
            for node in bounds[0]..bounds[1] {
                let copies = (dice.power(self.degrees, 2.5) * 10.0).round() as usize;
                stubs.extend(std::iter::repeat_n(node as u32, copies));
            }
        }
        stub_start.push(stubs.len());
        let mut edges = Vec::with_capacity(self.draws as usize);
        while edges.len() < self.draws as usize {
            let a = stubs[dice.below(stubs.len())];
            let own = community_of[a as usize];
            let range = if dice.unit() < self.mixing { 0..stubs.len() } else { stub_start[own]..stub_start[own + 1] };
            let b = stubs[range.start + dice.below(range.len())];
            if a != b {
                let ends = (names[a as usize], names[b as usize]);
                edges.push((ends.0.min(ends.1), ends.0.max(ends.1), 1.0f32 + dice.below(3) as f32));
            }
        }
        edges.sort_unstable_by_key(|&(a, b, weight)| (a, b, weight as u32));
        edges.dedup_by(|later, kept| {
            let same = (later.0, later.1) == (kept.0, kept.1);
            if same {
                kept.2 += later.2;
            }
            same
        });
        edges
    }
}
