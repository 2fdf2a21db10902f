import type { Studio } from '#app/domain/scope/studio.ts'
import type { Instant } from '#app/values/instant.ts'
import type { PdfBlock } from '#app/values/pdf/lay-out.ts'
import type { PdfDocument } from '#app/values/pdf/make-pdf.ts'
import { type FlowPlan, secondsOf, sideWords, totalSeconds } from '../plan/flow-plan.ts'
import { amountWords, plannedWords, timerWords } from '../plan/flow-words.ts'

/**
 * A flow on paper: each item with when it begins, how long, which side, and what is said; then the
 * music in the order it plays. Pure.
 */
export function flowPdf(
  { plan, version, forWhom }: { plan: FlowPlan; version: number; forWhom: string },
  { studio, now }: { studio: Pick<Studio, 'name' | 'locale'>; now: Instant },
): PdfDocument {
  const { about } = plan
  let at = 0
  const blocks = plan.blocks
    .filter(({ items }) => items.length > 0)
    .flatMap((block): PdfBlock[] => {
      const rows = block.items.map((item) => {
        const starts = timerWords(at)
        at += secondsOf(item, about)
        const said = [item.name, item.cue && `“${item.cue}”`, item.easier && `or: ${item.easier}`]
        return [
          said.filter(Boolean).join('. '),
          item.side === '' ? '' : sideWords[item.side],
          amountWords(item, about),
          starts,
        ]
      })
      const head = ['Item', 'Side', 'Length', 'From']
      return [
        { kind: 'heading', text: block.name },
        { kind: 'table', head, rows, sums: [] },
      ]
    })
  return {
    title: about.title,
    author: studio.name,
    language: studio.locale,
    created: now,
    foot: `${studio.name}, ${about.title}, version ${version}`,
    blocks: [
      { kind: 'small', text: studio.name },
      { kind: 'title', text: about.title },
      {
        kind: 'text',
        text: [forWhom, plannedWords(totalSeconds(plan), about.minutes), about.focus]
          .filter(Boolean)
          .join('. '),
      },
      ...(about.notes ? [{ kind: 'text', text: about.notes } as const] : []),
      ...blocks,
      ...musicBlocks(plan),
    ],
  }
}

/** The cue sheet: which music begins when, with its licence. */
export function cueSheet(plan: FlowPlan) {
  let at = 0
  let playing = ''
  type Cue = Record<'from' | 'title' | 'length' | 'licence' | 'item', string> & { at: number }
  const cues: Cue[] = []
  for (const item of plan.blocks.flatMap(({ items }) => items)) {
    const track = plan.tracks.find(({ id }) => id === item.trackId)
    if (track && track.id !== playing)
      cues.push({
        at,
        from: timerWords(at),
        title: track.title,
        length: timerWords(track.seconds),
        licence: track.licence,
        item: item.name,
      })
    playing = track?.id ?? ''
    at += secondsOf(item, plan.about)
  }
  return cues
}

/** The cue sheet as a table: what a collecting society asks for, with seconds beside the clock. */
export function cueRows(plan: FlowPlan): string[][] {
  const head = ['From', 'From (seconds)', 'Title', 'Length', 'Licence', 'With']
  return [
    head,
    ...cueSheet(plan).map(({ from, at, title, length, licence, item }) => [
      ...[from, String(at), title, length, licence, item],
    ]),
  ]
}

function musicBlocks(plan: FlowPlan): PdfBlock[] {
  const cues = cueSheet(plan)
  if (cues.length === 0) return []
  return [
    { kind: 'heading', text: 'Music' },
    {
      kind: 'table',
      head: ['Title', 'Licence', 'Length', 'From'],
      rows: cues.map(({ title, licence, length, from, item }) => [
        `${title}, with ${item}`,
        licence,
        length,
        from,
      ]),
      sums: [],
    },
  ]
}
