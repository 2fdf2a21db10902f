import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { formAddress } from '#app/domain/leads/capture/form-definition.ts'
import { askDoor } from '#app/domain/reception/doors/ask-door.server.ts'
import { doorAct, doorForm, doorLogFilters } from '#app/domain/reception/doors/door-form.ts'
import { doorWords, opens } from '#app/domain/reception/doors/door-words.ts'
import {
  doorsPage,
  makeDoor,
  renewDoor,
  shutDoor,
} from '#app/domain/reception/doors/doors.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { DayFilter, FilterBar, SearchFilter } from '#app/ui/list/filter-bar.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { dayShortTime } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'
import { DoorLine, triedAt } from './door-parts/door-line.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Doors', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const filters = listParams(app, doorLogFilters)
  const { doors, locations, log } = await doorsPage(ctx, filters)
  const { id: studioId, slug, timeZone, locale } = ctx.studio
  return {
    rules: { door: fieldRules(doorForm), test: fieldRules(doorAct, 'test') },
    studio: { slug },
    filters,
    query: new URLSearchParams(filters).toString(),
    key: newId(),
    locations: locations.map(({ id, name }) => ({ value: id, label: name })),
    doors: doors.map(({ id, ...door }) => ({
      ...{ ...door, id },
      address: `${ctx.origin}/webhooks/doors/${formAddress(studioId, id)}`,
    })),
    log: log.map(({ id, door, minutes, at, personId, name, reason, test }) => ({
      ...{ id, door, personId, name },
      opened: opens(reason),
      unknown: reason === 'unknown_code',
      test: test === 1,
      says: doorWords(reason, minutes),
      when: dayShortTime(localDateTime(at, timeZone), locale),
    })),
  }
}

type Shown = { secret: string }

/**
 * Makes a door or another secret for one, which is in this answer and nowhere else; shuts one; tries
 * a code at one, which is in the log as a test.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const posted = await readPosted(request)
  const back = paths.manageDoors(ctx.studio)
  if (posted.has('act')) {
    const submission = parsePosted(posted, doorAct)
    if (submission.status !== 'success') return invalid(submission)
    const form = submission.value
    if (form.act === 'renew') {
      const renewed = await renewDoor(ctx, form.id)
      if (!renewed) throw notFound()
      return json({ secret: renewed.secret } satisfies Shown)
    }
    if (form.act === 'shut') {
      await shutDoor(ctx, form.id)
      return redirectWithFlash(app, back, 'The door is removed: whatever its lock asks is refused.')
    }
    const tried = { webhookId: `test-${newId()}`, text: form.code, test: true }
    const answer = await askDoor(ctx, form.id, tried)
    if (!answer.ok) throw notFound()
    return redirectWithFlash(app, back, `Test. ${answer.says}`)
  }
  const submission = parsePosted(posted, doorForm)
  if (submission.status !== 'success') return invalid(submission)
  const made = await makeDoor(ctx, submission.value)
  if (made.secret !== null) return json({ secret: made.secret } satisfies Shown)
  if (made.reason === 'no_such_location')
    return invalid(submission, { locationId: ['Choose one of your locations'] })
  const sentence =
    'This door was added already, and its secret was shown once. Make a new secret for it.'
  return refused(submission, { form: [sentence], code: made.reason })
}

export default function Doors() {
  const { rules, studio, filters, query, key, locations, doors, log } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | Shown | undefined
  const secret = answer && 'secret' in answer ? answer.secret : null
  const posted = answer && !('secret' in answer) ? answer : undefined
  const form = useLiveForm('door', ['name', 'locationId', 'minutes'], {
    answer: triedAt(posted) === null ? posted : undefined,
    values: { minutes: '15' },
    rules: rules.door,
  })
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="Doors"
        intro="A lock with a reader asks here who may come in: people with a place in a class, and everyone who works here."
        actions={
          log.length > 0 && (
            <a className="button quiet" href={`${paths.manageDoorsFile(studio)}?${query}`}>
              CSV
            </a>
          )
        }
      />
      {secret && (
        <div className="notices">
          <div className="notice">
            <p>
              <b>The secret of this door:</b> <code>{secret}</code>
              <br />
              Give it to the lock now. It is not shown again.
            </p>
          </div>
        </div>
      )}
      <div className="sections">
        <section>
          <h2>Your doors</h2>
          {doors.length === 0 && <p className="muted">None yet.</p>}
          <ul className="lines">
            {doors.map((door) => (
              <DoorLine key={door.id} door={door} rules={rules.test} answer={posted} />
            ))}
          </ul>
          <LiveFormBody of={form} className="sheet-form two-columns">
            <HiddenFields values={{ key }} />
            <TextField field={form.fields.name} label="Name" hint="Front door, studio 2 …" />
            <SelectField
              field={form.fields.locationId}
              label="Location"
              options={locations}
              empty="All locations"
            />
            <TextField field={form.fields.minutes} label="Minutes before a class" />
            <div className="form-end whole">
              <SendButton sending="Adding…">Add a door</SendButton>
            </div>
          </LiveFormBody>
        </section>
        <section>
          <h2>How the lock asks</h2>
          <p>
            It posts JSON with the code it read, such as <code>{'{"code": "BCDF2345"}'}</code>, to
            the address of the door, signed with its secret by the Standard Webhooks specification.
            The answer says <code>open</code>. A post that is sent again, or is older than five
            minutes, is refused.
          </p>
        </section>
        <section>
          <h2>Log</h2>
          {(log.length > 0 || query !== 'q=&from=&until=') && (
            <FilterBar label="Filter the log" action={paths.manageDoors(studio)}>
              <SearchFilter label="Person" value={filters.q} />
              <DayFilter name="from" label="From" value={filters.from} />
              <DayFilter name="until" label="To" value={filters.until} />
            </FilterBar>
          )}
          {log.length === 0 ? (
            <p className="muted">Nobody asked. Everyone who does appears here.</p>
          ) : (
            <Table
              caption="Who asked, newest first. The CSV has the newest 5,000"
              rows={log}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Who',
                  place: 'name',
                  cell: ({ personId, name, when, unknown }) =>
                    personId ? (
                      <Link to={paths.managePerson(studio, personId)}>{`${when}: ${name}`}</Link>
                    ) : (
                      `${when}: ${unknown ? 'unknown code' : 'someone whose data was erased'}`
                    ),
                },
                {
                  name: 'State',
                  place: 'state',
                  cell: ({ opened, test }) => (
                    <>
                      <Label text={opened ? 'Opened' : 'Refused'} tone={opened ? 'good' : 'warn'} />{' '}
                      {test && <Label text="Test" tone={null} />}
                    </>
                  ),
                },
                { name: 'Door', place: 'under', cell: ({ door }) => door },
                { name: 'Why', place: 'under', cell: ({ says }) => says },
              ]}
            />
          )}
        </section>
      </div>
    </>
  )
}
