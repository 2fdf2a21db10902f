/**
 * Whether what an exercise is not for meets what somebody's injury note says: both are free text, so
 * they meet where they name the same part of the body. It warns and never forbids.
 */

const areas: Record<string, RegExp> = {
  wrist: /\bwrists?\b|\bcarpal\b/i,
  elbow: /\belbows?\b/i,
  shoulder: /\bshoulders?\b|\brotator\b|\bcuff\b|\bscapula/i,
  neck: /\bnecks?\b|\bcervical\b|\bwhiplash\b/i,
  back: /\bback\b|\blumbar\b|\bspin(?:e|al)\b|\bdis[ck]s?\b|\bslipped\b|\bsciatica\b/i,
  rib: /\bribs?\b/i,
  hip: /\bhips?\b|\blabrum\b/i,
  groin: /\bgroin\b|\badductors?\b/i,
  hamstring: /\bhamstrings?\b/i,
  knee: /\bknees?\b|\bmeniscus\b|\bacl\b|\bmcl\b|\bpatella/i,
  ankle: /\bankles?\b|\bachilles\b/i,
  foot: /\bfoot\b|\bfeet\b|\btoes?\b|\bplantar\b/i,
  hand: /\bhands?\b|\bfingers?\b|\bthumbs?\b/i,
  head: /\bhead\b|\bconcussion\b|\bvertigo\b|\bdizz/i,
  eye: /\beyes?\b|\bglaucoma\b|\bretina/i,
  heart: /\bheart\b|\bcardiac\b|\bblood pressure\b|\bhypertension\b/i,
  pregnancy: /\bpregnan|\btrimester\b|\bpostnatal\b|\bdiastasis\b/i,
}

/** The parts of the body that a text names. */
const areasIn = (text: string): string[] =>
  Object.entries(areas).flatMap(([area, form]) => (form.test(text) ? [area] : []))

/** `Wrist: on fists` is who it is for, and what to do instead; the second may be missing. */
export function partsOf(line: string): { who: string; instead: string } {
  const at = line.indexOf(':')
  return at < 0
    ? { who: line.trim(), instead: '' }
    : { who: line.slice(0, at).trim(), instead: line.slice(at + 1).trim() }
}

/** Those contraindications of an exercise that a note meets. */
export function metBy(contraindications: readonly string[], note: string): string[] {
  const hurt = new Set(areasIn(note))
  return contraindications.filter((line) =>
    areasIn(partsOf(line).who).some((area) => hurt.has(area)),
  )
}
