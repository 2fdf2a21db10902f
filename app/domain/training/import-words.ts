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
