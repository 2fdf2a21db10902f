import type { HoldingKind } from '#app/db/studio/imports-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Table } from '#app/values/table/read-table.ts'
import type { PeopleImport } from '../import-queries.server.ts'
import type { CheckedRows } from '../prepared-row.ts'
import type { ReadOptions } from '../read-row.ts'
import type { Question, Watched } from './holding-words.ts'
import { judgeHoldings } from './judge-holdings.server.ts'
import { prepareHoldings } from './prepare-holdings.ts'

export type CheckedHoldings = CheckedRows & { questions: Question[]; watch: Watched[] }

/** What bringing a file of holdings over would do, without doing any of it. */
export async function checkHoldings(
  ctx: StudioContext,
  job: Pick<PeopleImport, 'source' | 'decisions'> & { kind: HoldingKind },
  table: Table,
  read: ReadOptions,
): Promise<CheckedHoldings> {
  const prepared = prepareHoldings(table, job.kind, { ...read, currency: ctx.studio.currency })
  const { rows, refused, questions, watch, nothing } = await judgeHoldings(ctx, job, prepared.rows)
  const left = [...prepared.refused, ...refused].sort((a, b) => a.line - b.line)
  const added = rows.filter(({ outcome }) => outcome === 'added')
  const sum = (of: string, is: (value: number) => boolean = () => true) =>
    added.reduce((total, { row }) => {
      const value = Number(row[of] ?? 0)
      return is(value) ? total + value : total
    }, 0)
  const cardsMinor = added.reduce(
    (total, { row }) => (row.card ? total + Number(row.amountMinor) : total),
    0,
  )
  const passed = Object.entries({ ...prepared.nothing, ...nothing })
  return {
    rows,
    refused: left,
    questions,
    watch:
      job.kind === 'memberships'
        ? [
            ...watch,
            ...prepared.refused.map(({ line, name, why }) => ({
              ...{ line, name, list: 'never' as const },
              why: `Can’t be read: ${why}`,
            })),
          ].sort((a, b) => a.line - b.line)
        : [],
    findings: {
      added: added.length,
      unchanged: rows.length - added.length,
      held: left.filter(({ held }) => held !== undefined).length,
      people: new Set(added.map(({ who }) => who.keys[0] ?? who.email)).size,
      credits: sum('credits'),
      ownPrice: sum('ownPrice'),
      byHand: sum('byHand'),
      frozen: added.filter(({ row }) => row.freezeFrom).length,

      creditMinor: sum('amountMinor', (value) => value > 0) - cardsMinor,
      cardsMinor,
      owedMinor: -sum('amountMinor', (value) => value < 0),
      ...Object.fromEntries(passed.map(([why, n]) => [`nothing_${why}`, n])),
    },
  }
}
