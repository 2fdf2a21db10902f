import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { checkPeopleFile } from '#app/domain/imports/check-people-file.server.ts'
import { type FileKind, isHoldingKind } from '#app/domain/imports/columns.ts'
import { askedOf, type HeldReason } from '#app/domain/imports/holdings/holding-words.ts'
import { columnsForm } from '#app/domain/imports/import-form.ts'
import {
  countOutcomes,
  countSignIns,
  findPeopleImport,
  rollBackPreview,
} from '#app/domain/imports/import-queries.server.ts'
import { type Check, rollBackDays, rowsWords } from '#app/domain/imports/import-words.ts'
import { readCheck, readRefused } from '#app/domain/imports/imported-file.server.ts'
import { ownTargets } from '#app/domain/imports/own-columns.ts'
import type { RefusedRow } from '#app/domain/imports/prepared-row.ts'
import { listFields, toFields } from '#app/domain/people/fields/field-queries.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { mediaOf } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { UnderWay } from '#app/ui/staff/under-way.tsx'
import { addMinutes } from '#app/values/instant.ts'
import { groupBy } from '#app/values/table/group-by.ts'
import { count, deadline } from '#app/values/wording.ts'
import { ChargedWrongly } from './charged-wrongly.tsx'
import { CheckedFile } from './checked-file.tsx'
import { CheckedHoldings } from './checked-holdings.tsx'
import { CheckedLeads } from './checked-leads.tsx'
import { FileColumns } from './file-columns.tsx'
import { LeftOut } from './left-out.tsx'
import { RollBack } from './roll-back.tsx'
import { SignIns } from './sign-ins.tsx'
import { type HeldGroup, ToDecide } from './to-decide.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.job.fileName ?? 'Import', { matches })

/** Rows left out that the page shows; the file has them all. */
const shown = 50

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:import')
  const job = await findPeopleImport(ctx, params.import ?? '')
  if (!job || job.state === 'discarded') throw notFound()
  const { id, kind, state, fileName, total, cursor, findings, actorName, tag } = job
  const media = { media: app.env.MEDIA }
  const open = job.state === 'mapped' || job.state === 'dry_run'
  // Who would be charged twice or never is read after the import too.
  const reads = open || job.kind === 'memberships'
  const people = kind === 'people' && state === 'committed'
  const [check, refused, outcomes, signIns] = await Promise.all([
    reads ? readCheck(media, job) : null,
    job.refused > 0 ? readRefused(media, job) : [],
    open ? {} : countOutcomes(ctx, job.id),
    people ? countSignIns(ctx, job.id) : null,
  ])
  const until = addMinutes(job.committedAt ?? job.createdAt, rollBackDays * 1_440)
  const done = job.state === 'committed' && until > ctx.now
  const back =
    done || job.state === 'rolled_back' ? await rollBackPreview(ctx, job.id, job.kind) : null
  return {
    studio: {
      slug: ctx.studio.slug,
      currency: ctx.studio.currency,
      locale: ctx.studio.locale,
    },
    job: {
      id,
      kind,
      state,
      fileName,
      total,
      cursor,
      findings,
      actorName,
      tag,
      refused: job.refused,
    },
    order: job.dateOrder,
    check: open && check ? withoutQuestions(check) : null,
    own: open && kind === 'people' ? ownTargets(toFields(await listFields(ctx))) : {},
    asked: askedOf(
      (open && check?.questions) || [],
      Number(app.url.searchParams.get('words')) || 1,
    ),
    watch: check?.watch ?? [],
    held: job.state === 'dry_run' ? heldGroups(refused) : [],
    decisions: job.decisions,
    refused: refused.slice(0, shown),
    fileKept: job.objectKey !== '',
    outcomes,
    signIns,
    back,
    until: done ? deadline(until, ctx.studio.timeZone, ctx.studio.locale) : null,
  }
}

const withoutQuestions = ({ questions: _, ...check }: Check): Omit<Check, 'questions'> => check

/** Rows that wait, by why; the page shows a few of each. */
function heldGroups(refused: readonly RefusedRow[]): HeldGroup[] {
  const groups = groupBy(refused, ({ held }) => held ?? '')
  return [...groups].map(([reason, rows]) => ({
    reason: reason as HeldReason,
    total: rows.length,
    rows: rows.slice(0, 20).map(({ line, name, value }) => ({ line, name, value })),
  }))
}

/** Matches the columns again, or takes answers, and checks the file with them. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:import')
  const submission = await parseForm(request, columnsForm)
  if (submission.status !== 'success') return invalid(submission)
  const importId = params.import ?? ''
  const page = paths.managePeopleImport(ctx.studio, importId)
  const { column, order, asked, answer } = submission.value
  const result = await checkPeopleFile(
    mediaOf(app, ctx),
    importId,
    asked.length > 0
      ? { answers: Object.fromEntries(asked.map((key, i) => [key, answer[i] ?? ''])) }
      : { mapping: column, dateOrder: order ?? '' },
  )
  if (result.ok) return redirect(page, 303)
  if (result.reason === 'not_found') throw notFound()
  throw refusalPage(result.reason, 'This file was imported meanwhile.', page)
}

export default function Import() {
  const data = useLoaderData<typeof loader>()
  const { studio, job, order, check, own, asked, watch, held, decisions, refused, fileKept } = data
  const { outcomes, signIns, back, until } = data
  const act = (name: Parameters<typeof paths.managePeopleImport>[2]) =>
    paths.managePeopleImport(studio, job.id, name)
  const tagged = job.state === 'committed' && job.tag ? { tag: job.tag } : {}
  const brought =
    job.state === 'committed' && job.kind === 'people' && !job.tag ? { imported: job.id } : {}
  const Checked = job.kind === 'leads' ? CheckedLeads : CheckedFile
  const of = (outcome: string) => (outcomes as Record<string, number>)[outcome] ?? 0
  return (
    <>
      <BackLink to={paths.managePeopleImports(studio)}>Imports</BackLink>
      <PageHead title={titleOf(job)} intro={introOf(job, check)} />
      {job.state === 'uploaded' && <p>The upload was cut off. Upload the file once more.</p>}
      {job.state === 'dry_run' &&
        check &&
        (isHoldingKind(job.kind) ? (
          <CheckedHoldings kind={job.kind} {...{ studio, job, check, act }} />
        ) : (
          <Checked job={job} check={check} act={act} />
        ))}
      <div className="sections">
        {job.state === 'committing' && (
          <UnderWay done={job.cursor} total={job.total} did="imported" path={act('commit')} />
        )}
        {job.state === 'rolling_back' && (
          <UnderWay
            done={of('removed') + of('stayed') + of('emptied')}
            total={job.total - of('unchanged') - of('passed')}
            did="rolled back"
            path={act('roll-back')}
          />
        )}
        {job.state === 'committed' && (
          <p className="notice good" role="status">
            <span />
            <span>
              {rowsWords(of('added'), job.kind)} added, {of('unchanged')} unchanged
              {of('filled') > 0 && `, ${of('filled')} ${filledWords(job.kind)}`}
              {of('passed') > 0 && `, ${of('passed')} gone since the check`}, {job.refused} left
              out. The import emailed nobody.
            </span>
          </p>
        )}
        {(job.state === 'committed' || job.state === 'rolled_back') && (
          <p>
            {job.kind === 'leads' ? (
              <Link to={paths.manageLeads(studio, { as: 'table', ...tagged })}>See the leads</Link>
            ) : (
              <Link to={paths.manageMembers(studio, { ...tagged, ...brought })}>
                See the members
              </Link>
            )}
          </p>
        )}
        {signIns && <SignIns {...{ studio, signIns }} importId={job.id} />}
        {check && job.state === 'dry_run' && isHoldingKind(job.kind) && (
          <ToDecide kind={job.kind} {...{ asked, held, decisions }} path={act('')} />
        )}
        <ChargedWrongly watch={watch} />
        {refused.length > 0 && (
          <LeftOut
            rows={refused}
            total={job.refused}
            csv={fileKept ? act('refused.csv') : null}
            again={job.state === 'dry_run'}
          />
        )}
        {check && (
          <FileColumns
            {...{ kind: job.kind, check, order, state: job.state, own }}
            path={act('')}
          />
        )}
        {back && <RollBack {...{ kind: job.kind, state: job.state, back, until, act, studio }} />}
      </div>
    </>
  )
}

/** Rows of people or leads the studio had before. */
const filledWords = (kind: FileKind) => (kind === 'leads' ? 'added to leads you had' : 'completed')

type Job = { state: string; fileName: string; actorName: string }

function titleOf({ state, fileName }: Job): string {
  const titles: Record<string, string> = {
    mapped: `Match the columns of ${fileName}`,
    dry_run: `Check ${fileName}`,
    committing: 'Import under way',
    rolling_back: 'Rolling back',
    rolled_back: `${fileName} rolled back`,
  }
  return titles[state] ?? fileName
}

function introOf({ actorName }: Job, check: { rows: number; layout: string } | null): string {
  return check
    ? `${count(check.rows, 'row')}, read as ${check.layout}. Nothing has been saved or sent yet.`
    : `Uploaded by ${actorName}.`
}
