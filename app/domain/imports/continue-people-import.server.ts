import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type FileKind, isHoldingKind } from './columns.ts'
import { importNextPeople } from './commit-people.server.ts'
import { importNextHoldings } from './holdings/commit-holdings.server.ts'
import { rollBackNextHoldings } from './holdings/roll-back-holdings.server.ts'
import { findPeopleImport, listDueImports, type PeopleImport } from './import-queries.server.ts'
import { forgetFile } from './imported-file.server.ts'
import { importNextLeads } from './leads/commit-leads.server.ts'
import { rollBackNextLeads } from './leads/roll-back-leads.server.ts'
import { rollBackNext } from './roll-back-import.server.ts'

/**
 * Lets requests in that came meanwhile: a chain of calls of the database in the same process, as a
 * server of one's own makes them, would keep the network waiting to its end.
 */
const turnOfOthers = () => new Promise<void>((go) => setTimeout(go, 1))

type Ctx = StudioContext & { media: R2Bucket }

const steps = {
  people: { commit: importNextPeople, back: rollBackNext },
  leads: { commit: importNextLeads, back: rollBackNextLeads },
}
const stepsOf = (kind: FileKind) =>
  isHoldingKind(kind)
    ? {
        commit: (ctx: Ctx, job: PeopleImport) => importNextHoldings(ctx, job, kind),
        back: (ctx: Ctx, job: PeopleImport) => rollBackNextHoldings(ctx, job, kind),
      }
    : steps[kind]

/**
 * Goes on with an import or its roll-back, step by step, until it is done or `clock()` has passed
 * `untilMs` (real time). Answers the import as it is then.
 */
export async function continuePeopleImport(
  ctx: Ctx,
  importId: string,
  { clock, untilMs }: { clock(): number; untilMs: number },
): Promise<PeopleImport | null> {
  for (;;) {
    const job = await findPeopleImport(ctx, importId)
    if (!job || (job.state !== 'committing' && job.state !== 'rolling_back')) return job
    if (clock() >= untilMs) return job
    const { commit, back } = stepsOf(job.kind)
    await (job.state === 'committing' ? commit(ctx, job) : back(ctx, job))
    await turnOfOthers()
  }
}

/** What a studio's imports have to do: steps that stopped, and files whose time is over. */
export async function continuePeopleImports(
  ctx: Ctx,
  time: { clock(): number; untilMs: number },
): Promise<number> {
  const due = await listDueImports(ctx)
  for (const job of due) {
    if (job.state === 'committing' || job.state === 'rolling_back')
      await continuePeopleImport(ctx, job.id, time)
    else await forgetFile(ctx, job)
  }
  return due.length
}
