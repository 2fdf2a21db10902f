import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { qualificationKindForm } from '#app/domain/staffing/qualification-form.ts'
import { effectWords, heldWords } from '#app/domain/staffing/qualification-words.ts'
import {
  archiveQualificationKind,
  saveQualificationKind,
} from '#app/domain/staffing/save-qualification.server.ts'
import { qualificationsPage } from '#app/domain/staffing/staffing-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Qualifications', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const { kinds, held, disciplines, types } = await qualificationsPage(ctx)
  const { slug, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const asked = app.url.searchParams.get('kind')
  const kind = kinds.find(({ id }) => id === asked)
  if (asked && !kind) throw notFound()
  const choices = [{ id: 'all', name: 'All classes' }, ...disciplines, ...types]
  const of = (neededFor: string) => choices.filter(({ id }) => neededFor.split(',').includes(id))
  return {
    rules: fieldRules(qualificationKindForm),
    studio: { slug },
    key: newId(),
    choices,
    kinds: kinds.map(({ id, name, effect, neededFor }) => ({
      id,
      name,
      effect: effectWords[effect],
      asked: of(neededFor)
        .map((one) => (one.id === 'all' ? 'all classes' : one.name))
        .join(', '),
    })),
    held: held.map(({ id, personId, personName, kind, number, ...dates }) => ({
      id,
      personId,
      personName,
      kind,
      number,
      state: heldWords(dates, today, locale),
    })),
    id: kind?.id ?? '',
    version: kind?.version ?? null,
    chosen: of(kind?.neededFor ?? '').map((one) => one.id),
    values: { name: kind?.name ?? '', effect: kind?.effect ?? 'warn' },
  }
}

/** Saves a kind, or takes it out of use: 303 to the list, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const list = paths.manageQualifications(ctx.studio)
  const kindId = app.url.searchParams.get('kind')
  const posted = await readPosted(request)
  if (kindId && posted.get('act') === 'archive') {
    await archiveQualificationKind(ctx, kindId)
    return redirectWithFlash(app, list, 'No longer asked for. What people hold of it stays noted.')
  }
  const submission = parsePosted(posted, qualificationKindForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveQualificationKind(ctx, kindId, submission.value)
  if (result.ok)
    return redirectWithFlash(app, list, 'Saved. It is asked about from the next class on.')
  const { reason } = result
  if (reason === 'not_found') throw notFound()
  if (reason === 'changed') return outdated(submission, 'this kind')
  const [field, sentence] =
    reason === 'name_taken'
      ? ['name', 'You already have one with that name']
      : ['neededFor', 'Choose from the list']
  return refused(submission, { code: reason, fields: { [field]: [sentence] } })
}

export default function Qualifications() {
  const { rules, studio, kinds, held, id, key, version, choices, chosen, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('kind', ['name', 'effect', 'neededFor'], { answer, values, rules })
  return (
    <>
      <BackLink to={paths.manageStaff(studio)}>Staff</BackLink>
      <PageHead
        title="Qualifications"
        intro="What people need to teach here, and until when they have it."
      />
      <div className="split">
        <section aria-label="Held">
          {held.length > 0 ? (
            <Table
              caption="What people hold, what ends first in front"
              rows={held}
              rowKey={(one) => one.id}
              columns={[
                {
                  name: 'Name',
                  place: 'name',
                  cell: ({ personId, personName, kind }) => (
                    <Link to={paths.manageStaffWork(studio, personId)}>
                      {personName}: {kind}
                    </Link>
                  ),
                },
                { name: 'State', place: 'under', cell: ({ state }) => <Label {...state} /> },
                { name: 'Number', place: 'under', cell: ({ number }) => number },
              ]}
            />
          ) : (
            <Empty
              icon="check"
              title="Nothing noted yet"
              text="Add a kind, such as First aid. Then open someone’s work under Staff and note what they hold."
            />
          )}
        </section>
        <aside className="aside">
          <section>
            <h2>Kinds</h2>
            <ul className="lines">
              {kinds.map((one) => (
                <li key={one.id}>
                  <span>
                    <Link to={`?kind=${one.id}`}>{one.name}</Link>{' '}
                    <span className="muted">
                      {one.effect}. For {one.asked || 'no class'}.
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2>{id ? `Change ${values.name}` : 'Add a kind'}</h2>
            <LiveFormBody key={id} of={form} className="sheet-form">
              <HiddenFields values={{ key, version: openedVersion(answer, version) }} />
              <TextField field={form.fields.name} label="Name" hint="Like First aid." />
              <SelectField
                field={form.fields.effect}
                label="Without it, or when it has ended"
                options={[
                  { value: 'warn', label: 'Warn who plans' },
                  { value: 'block', label: 'Nobody may teach' },
                  { value: 'none', label: 'Only note it' },
                ]}
              />
              <TickFields
                field={form.fields.neededFor}
                legend="Asked for by"
                {...{ choices, chosen, answer }}
              />
              <SendButton sending="Saving…">Save</SendButton>
            </LiveFormBody>
            {id && (
              <Form method="post" className="more">
                <button type="submit" className="button bad" name="act" value="archive">
                  Stop asking for it
                </button>
              </Form>
            )}
          </section>
        </aside>
      </div>
    </>
  )
}
