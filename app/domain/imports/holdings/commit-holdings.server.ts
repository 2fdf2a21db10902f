import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { HoldingKind } from '#app/db/studio/imports-words.ts'
import { auditEachStatement } from '#app/domain/audit/audit.server.ts'
import { bringBalancesStatements } from '#app/domain/billing/bring-balances.server.ts'
import {
  bringLotsStatements,
  bringMembershipsStatements,
} from '#app/domain/entitlements/bring-holdings.server.ts'
import { bringFamiliesStatements } from '#app/domain/families/bring-families.server.ts'
import { bringLevelsStatements } from '#app/domain/people/levels/bring-levels.server.ts'
import { joinProspectsStatement } from '#app/domain/people/prospect-person.server.ts'
import { bringVisitsStatements } from '#app/domain/reception/bring-visits.server.ts'
import { cardSecrets } from '#app/domain/sales/gift-cards/find-gift-card.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import type { PeopleImport } from '../import-queries.server.ts'
import { advanceStatement, isStepSql, nextRows } from '../import-step.server.ts'
import { thereSql } from './holding-queries.server.ts'
import type { ReadyHolding } from './judge-holdings.server.ts'
import { matchHolders } from './match-holders.server.ts'

type Bring = (
  ctx: StudioContext,
  rows: string,
  onlyIf: SQL,
  by: string,
) => Record<string, Statement<D1Result>>

const bring: Record<HoldingKind, Bring> = {
  packs: bringLotsStatements,
  memberships: bringMembershipsStatements,
  balances: bringBalancesStatements,
  visits: (ctx, rows, onlyIf, by) => bringVisitsStatements(ctx, rows, by, onlyIf),
  families: bringFamiliesStatements,
  levels: bringLevelsStatements,
}

/**
 * Takes over the next rows of a file of holdings, in one batch, as `importNextPeople` does: anyone
 * who calls it and however often, only the step that moved the cursor writes, and a row is one lot,
 * membership or amount. Whose it is, is asked again: people may have been merged since the check.
 */
export async function importNextHoldings(
  ctx: StudioContext & { media: R2Bucket },
  job: PeopleImport,
  kind: HoldingKind,
): Promise<void> {
  const { db, studio } = ctx
  const waiting = await nextRows<ReadyHolding>(ctx.media, job)
  const people = await matchHolders(
    ctx,
    job.source,
    waiting.flatMap(({ who, other }) => (other ? [who, other] : [who])),
  )
  const step = newId()
  const mine = isStepSql(ctx, job, step)
  const rows = waiting.map(({ line, id, who, other, row }) => {
    const personId = people.get(who)?.id ?? null
    const otherId = (other && people.get(other)?.id) ?? null
    const link = row.looksAfter === 1 || row.back === 0 ? [personId, otherId] : [otherId, personId]
    const tie = row.relation ? 'tie:' : ''
    return {
      ...row,
      ...(kind === 'balances' && row.card ? cardSecrets(ctx, String(row.card)) : {}),
      ...{
        line,
        personId,
        otherId,
        payerId: otherId,
        importId: job.id,
        auditId: `${job.id}-${line}`,
      },
      id: kind === 'families' ? tie + link.join(':') : id,
    }
  })
  const here = JSON.stringify(rows.filter(({ personId }) => personId !== null))
  await batch(db, {
    advance: advanceStatement(ctx, job, { step, rows: waiting.length }),
    // What is here already was brought before; said before the writes, so that they can be distinguished.
    imported: db.run(sql`
      INSERT INTO imported_people (studio_id, import_id, line, person_id, outcome, filled, holding_id)
      SELECT ${studio.id}, ${job.id}, value ->> 'line', coalesce(value ->> 'personId', ''),
        CASE WHEN value ->> 'personId' IS NULL THEN 'passed'
          WHEN ${thereSql(studio.id, kind, "value ->> 'id'")} THEN 'unchanged' ELSE 'added' END,
        '{}', value ->> 'id'
      FROM json_each(${JSON.stringify(rows)}) AS input WHERE ${mine}
      ON CONFLICT DO NOTHING`),
    ...bring[kind](ctx, here, mine, job.actorName),
    // The plan is gone, or somebody bought it since the check.
    passed: db.run(sql`
      UPDATE imported_people SET outcome = 'passed'
      WHERE studio_id = ${studio.id} AND import_id = ${job.id} AND outcome = 'added'
        AND line IN (SELECT value ->> 'line' FROM json_each(${here})) AND ${mine}
        AND NOT ${thereSql(studio.id, kind, 'imported_people.holding_id')}`),
    joined: joinProspectsStatement(
      ctx,
      sql`SELECT value ->> 'personId' FROM json_each(${kind === 'packs' || kind === 'memberships' ? here : '[]'})`,
      mine,
    ),
    audit: auditEachStatement(
      { ...ctx, actor: { userId: job.actorId, name: job.actorName } },
      {
        action: `${kind}.brought_over`,
        subjectKind: 'person',
        detail: sql`json_object('importId', ${job.id}, 'file', ${job.fileName})`,
      },
      {
        idSql: sql`input.value ->> 'auditId'`,
        subjectIdSql: sql`input.value ->> 'personId'`,
        from: sql`(SELECT value FROM json_each(${here}) AS row WHERE ${mine}
          AND EXISTS (SELECT 1 FROM imported_people AS done WHERE done.studio_id = ${studio.id}
            AND done.import_id = ${job.id} AND done.line = row.value ->> 'line'
            AND done.outcome = 'added')) AS input`,
      },
    ),
  })
}
