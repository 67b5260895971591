//! quick match: engine(nodes|ms) vs uct etc
use bosworth_engine::*;
use bosworth_rules::*;
use std::ops::ControlFlow;
use std::time::*;
struct Clock(Instant, Duration);
impl Watch for Clock {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        if self.0.elapsed() >= self.1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
enum P {
    E(Engine),
    U(Uct),
    A(AlphaBeta),
    G(Greedy),
    R(RandomPlayer),
}
fn make(s: &str, seed: u64) -> P {
    match s {
        "tree" => P::E(Engine::new(Settings { search: SearchKind::Tree, hash: 64, seed: 0 })),
        "star" => P::E(Engine::new(Settings { search: SearchKind::Star, hash: 16, seed: 0 })),
        "uct" => P::U(Uct::new(seed)),
        "ab" => P::A(AlphaBeta::new(7)),
        "greedy" => P::G(Greedy),
        _ => P::R(RandomPlayer::new(seed)),
    }
}
fn choose(p: &mut P, pos: &Position, ms: u64, nodes: u64) -> Action {
    let mut w = Clock(Instant::now(), Duration::from_millis(if ms == 0 { 1000000 } else { ms }));
    let l = if nodes > 0 { Limits::nodes(nodes) } else { Limits::default() };
    if pos.actions().len() == 1 {
        return pos.actions().iter().next().unwrap();
    }
    match p {
        P::E(e) => e.analyse_watched(pos, l, &mut w).best().unwrap(),
        P::U(u) => u.choose(pos, l, &mut w),
        P::A(u) => u.choose(pos, l, &mut w),
        P::G(u) => u.choose(pos, l, &mut w),
        P::R(u) => u.choose(pos, l, &mut w),
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (n1, n2) = (a[1].clone(), a[2].clone());
    let lim = |s: &str| -> (u64, u64) {
        if let Some(x) = s.strip_suffix("ms") {
            (x.parse().unwrap(), 0)
        } else {
            (0, s.parse().unwrap())
        }
    };
    let (l1, l2) = (lim(&a[3]), lim(&a[4]));
    let pairs: u64 = a[5].parse().unwrap();
    let rules: Ruleset = a.get(6).map_or(Ruleset::CLASSIC, |r| r.parse().unwrap());
    let ts: Vec<_> = (0..2)
        .map(|t| {
            let (n1, n2) = (n1.clone(), n2.clone());
            std::thread::spawn(move || {
                let mut r = (0u32, 0u32, 0u32);
                for g in (t..pairs).step_by(2) {
                    for swap in [false, true] {
                        let mut rng = Random::new(1000 + g);
                        let mut cards = Card::ALL;
                        for i in (1..24).rev() {
                            cards.swap(i, rng.below(i as u32 + 1) as usize);
                        }
                        let h = |c: &[Card]| c.iter().copied().collect::<Cards>();
                        let mut pos = Position::deal(
                            BySide { red: h(&cards[..5]), white: h(&cards[5..10]) },
                            Side::Red,
                            rules,
                        )
                        .unwrap();
                        let mut order: Vec<Card> = cards[10..].to_vec();
                        let (mut p1, mut p2) = (make(&n1, g), make(&n2, g + 77));
                        let s1 = if swap { Side::White } else { Side::Red };
                        while !pos.is_over() {
                            let act = if pos.side() == s1 {
                                choose(&mut p1, &pos, l1.0, l1.1)
                            } else {
                                choose(&mut p2, &pos, l2.0, l2.1)
                            };
                            pos = match pos.act(act).unwrap() {
                                Next::Position(p) => p,
                                Next::Draw(d) => {
                                    if order.is_empty() {
                                        order = d.outcomes().iter().collect();
                                        for i in (1..order.len()).rev() {
                                            order.swap(i, rng.below(i as u32 + 1) as usize);
                                        }
                                    }
                                    let c = order.pop().unwrap();
                                    d.resolve(c).unwrap()
                                }
                            };
                        }
                        match pos.outcome().unwrap().winner() {
                            Some(s) if s == s1 => r.0 += 1,
                            Some(_) => r.2 += 1,
                            None => r.1 += 1,
                        }
                    }
                }
                r
            })
        })
        .collect();
    let mut r = (0, 0, 0);
    for t in ts {
        let x = t.join().unwrap();
        r = (r.0 + x.0, r.1 + x.1, r.2 + x.2);
    }
    let n = (r.0 + r.1 + r.2) as f64;
    let s = (r.0 as f64 + 0.5 * r.1 as f64) / n;
    println!(
        "{} {} vs {} {}: +{} ={} -{} score {:.3} elo {:.0} ± {:.0}",
        n1,
        a[3],
        n2,
        a[4],
        r.0,
        r.1,
        r.2,
        s,
        -400.0 * (1.0 / s - 1.0).log10(),
        681.0 / n.sqrt()
    );
}
