import type { importKinds, importStates } from '#app/db/studio/training-words.ts'

export type ImportKind = (typeof importKinds)[number]
export type ImportState = (typeof importStates)[number]

/** An import as its page shows it. */
export type ImportView = {
  id: string
  kind: ImportKind
  state: ImportState
  fileName: string
  dataset: string
  licence: string
  total: number
  cursor: number
  created: number
  changed: number
  unchanged: number
  kept: number
  refused: number
  findings: Record<string, number>
  refusals: { where: string; reason: string }[]
  createdBy: string
  createdAt: string
  finishedAt: string | null
}

/** Refusals kept with an import; the rest is only counted. */
export const refusalsKept = 100

export const importStateWords: Record<ImportState, string> = {
  uploaded: 'Uploading',
  dry_run: 'Checked',
  committing: 'Under way',
  committed: 'Done',
  discarded: 'Deleted',
}

/**
 * What a dry run found, as lines of a list: a number and what it counts. Lines that count nothing
 * are left out.
 */
export function findingLines({
  kind,
  findings,
  refused,
}: Pick<ImportView, 'kind' | 'findings' | 'refused'>) {
  const n = (name: string) => findings[name] ?? 0
  const lines: [n: number, words: string, always?: boolean][] =
    kind === 'exercises'
      ? [
          [n('new'), 'new', true],
          [n('changed'), 'changed in the library since you imported them'],
          [n('unchanged'), 'unchanged', true],
          [n('kept'), 'changed in the library and by you: yours stays'],
          [n('duplicates'), 'duplicates', true],
          [refused, 'rows refused', true],
          [n('sameName'), 'share their name with an exercise of your own'],
          [n('noEquipment'), 'no equipment'],
          [n('noInstructions'), 'no instructions'],
          [n('noForce'), 'no force'],
          [n('noMechanic'), 'no mechanic'],
        ]
      : [
          [n('photos'), 'photos with an exercise', true],
          [n('exercises'), 'exercises get photos', true],
          [n('strangers'), 'photos without an exercise'],
        ]
  return lines.flatMap(([figure, words, always]) =>
    figure > 0 || always ? [{ n: figure, words }] : [],
  )
}

/** What an import did, in one sentence. */
export function outcomeWords(
  job: Pick<ImportView, 'kind' | 'created' | 'changed' | 'unchanged' | 'kept' | 'refused'>,
) {
  const { created, changed, unchanged, kept, refused } = job
  const parts =
    job.kind === 'exercises'
      ? [
          `${created} new`,
          changed && `${changed} changed`,
          `${unchanged} unchanged`,
          kept && `${kept} kept as you edited them`,
        ]
      : [`${created} photos added`, unchanged && `${unchanged} already there`]
  return `${[...parts, refused && `${refused} refused`].filter(Boolean).join(', ')}.`
}
