/** The layout of wger's `exerciseinfo`: the answer of its address, or the list inside it. Pure. */
import type { RawExercise } from './read-exercise-file.ts'

const english = 2

/** Whether a file is JSON of that layout, by what stands at its beginning. */
export function isWger(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 20_000))
  return (
    /^\s*(?:\{[^[]*"results"\s*:|\[)/.test(head) &&
    /"(?:license_author|translations)"\s*:/.test(head)
  )
}

type Named = { name?: unknown; name_en?: unknown }

/** Its exercises as they stand, with the licences they name; null where it is no complete JSON. */
export function wgerRows(bytes: Uint8Array): { rows: unknown[]; licence: string } | null {
  try {
    const read: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes),
    )
    const rows = Array.isArray(read) ? read : (read as { results?: unknown }).results
    if (!Array.isArray(rows)) return null
    const licences = rows.map((row) => row?.license?.short_name)
    const named = [...new Set(licences.filter((one) => typeof one === 'string'))]
    return { rows, licence: named.join(', ').slice(0, 80) || 'CC BY-SA' }
  } catch {
    return null
  }
}

const muscles: Record<string, string> = {
  abs: 'abdominals',
  'rectus abdominis': 'abdominals',
  'obliquus externus abdominis': 'abdominals',
  shoulders: 'shoulders',
  'anterior deltoid': 'shoulders',
  biceps: 'biceps',
  'biceps brachii': 'biceps',
  brachialis: 'biceps',
  hamstrings: 'hamstrings',
  'biceps femoris': 'hamstrings',
  calves: 'calves',
  gastrocnemius: 'calves',
  soleus: 'calves',
  glutes: 'glutes',
  'gluteus maximus': 'glutes',
  lats: 'lats',
  'latissimus dorsi': 'lats',
  chest: 'chest',
  'pectoralis major': 'chest',
  'serratus anterior': 'chest',
  quads: 'quadriceps',
  'quadriceps femoris': 'quadriceps',
  trapezius: 'traps',
  triceps: 'triceps',
  'triceps brachii': 'triceps',
}

const tools: Record<string, string> = {
  barbell: 'barbell',
  'sz-bar': 'e-z curl bar',
  dumbbell: 'dumbbell',
  'gym mat': 'mat',
  'swiss ball': 'exercise ball',
  kettlebell: 'kettlebells',
  'resistance band': 'bands',
  'none (bodyweight exercise)': 'body only',
}

const lower = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : '')
const list = (value: unknown): Named[] => (Array.isArray(value) ? (value as Named[]) : [])

const musclesOf = (value: unknown) => [
  ...new Set(
    list(value).flatMap((one) => muscles[lower(one?.name_en)] ?? muscles[lower(one?.name)] ?? []),
  ),
]

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The lines of a description, which wger keeps as HTML. */
function linesOf(html: unknown): string[] {
  if (typeof html !== 'string') return []
  return html
    .replace(/<\/(?:p|li|h\d)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w+);|&#(\d{1,6});/g, (whole, name, code) =>
      code ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : (entities[name] ?? whole),
    )
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 60)
}

type Translation = { language?: unknown; name?: unknown; description?: unknown; aliases?: unknown }

/** One of them in the words of free-exercise-db, by its English translation or else its first. */
export function asWgerRow(entry: unknown, where: string): RawExercise {
  if (typeof entry !== 'object' || entry === null) return { where, row: {} }
  const of = entry as Record<string, unknown>
  const told = list(of.translations ?? of.exercises) as Translation[]
  const said = told.find(({ language }) => language === english) ?? told[0] ?? {}
  const kind = lower((of.category as Named | undefined)?.name)
  const [tool] = list(of.equipment)
  return {
    where: typeof said.name === 'string' ? `${where}, ${said.name.slice(0, 60)}` : where,
    row: {
      id: String(of.uuid ?? of.id ?? ''),
      name: said.name,
      force: null,
      level: null,
      mechanic: null,
      equipment: tool ? (tools[lower(tool.name)] ?? 'other') : null,
      primaryMuscles: musclesOf(of.muscles),
      secondaryMuscles: musclesOf(of.muscles_secondary),
      instructions: linesOf(said.description),
      category: kind === 'cardio' ? 'cardio' : 'strength',
    },
    more: {
      aliases: (list(said.aliases) as { alias?: unknown }[]).flatMap(({ alias }) =>
        typeof alias === 'string' ? [alias] : [],
      ),
    },
  }
}
