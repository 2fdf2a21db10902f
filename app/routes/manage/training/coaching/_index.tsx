import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { changeCoach } from '#app/domain/coaching/change-coach.server.ts'
import { complianceDefinition } from '#app/domain/coaching/check-in.ts'
import { beginCoaching, coachingBoard } from '#app/domain/coaching/coaching.server.ts'
import { handOverForm, relationForm } from '#app/domain/coaching/coaching-form.ts'
import { mayCoach, mayNotCoach } from '#app/domain/coaching/may-coach.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { findRoleOfPerson, staffRolesByPerson } from '#app/domain/studios/role-of-person.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { BulkBar, PickAll, PickRow } from '#app/ui/list/pick.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
import { newId } from '#app/values/id.ts'
import { count, dayMonthYear } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Coaching', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'coaching:use')
  const search = app.url.searchParams
  const roles = await staffRolesByPerson(app.directory, ctx.studio.id)
  const { q } = personFilters.pick({ q: true }).parse({ q: search.get('q') ?? '' })
  const asked = search.get('person')?.slice(0, 40) ?? ''
  const [{ clients, coaches: staff }, found, person] = await Promise.all([
    coachingBoard(ctx),
    q ? suggestPeople(ctx, q) : null,
    asked ? findPerson(ctx, asked) : null,
  ])
  const { locale, slug } = ctx.studio
  const coaches = staff.filter(({ id }) => mayCoach(roles.get(id)))
  return {
    rules: fieldRules(relationForm),
    handOver: { rules: fieldRules(handOverForm), key: newId() },
    handsOver: may(ctx.actor.role, 'coaching:all') && clients.length > 0,
    studio: { slug },
    clients: clients.map((one) => ({
      id: one.id,
      name: one.name,
      coach: one.coach,
      waiting: one.waiting,
      asks: one.asks,
      compliance: one.compliance === null ? 'First week' : `${one.compliance}%`,
      visits: `${one.visits} in 4 weeks, agreed ${one.perWeek} a week`,
      last: one.lastVisit ? dayMonthYear(one.lastVisit, locale) : 'Never',
      next: one.nextDue ? dayMonthYear(one.nextDue, locale) : '',
    })),
    coaches,
    q,
    found: found?.map(({ id, name, note }) => ({ id, name, note })) ?? null,
    person: person && { id: person.id, name: person.name },
    values: { key: newId(), perWeek: '2', coach: coaches[0]?.id ?? '' },
  }
}

/** Begins coaching somebody, or hands clients over: 303 to the list, 422 with why not. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'coaching:use')
  const posted = await readPosted(request)
  if (posted.get('act') === 'hand_over') {
    const chosen = parsePosted(posted, handOverForm)
    if (chosen.status !== 'success') return invalid(chosen)
    const { key, coach, relation: relations } = chosen.value
    if (relations.length === 0)
      return refused(chosen, { code: 'nobody', form: ['Choose clients in the list first.'] })
    if (!mayCoach(await findRoleOfPerson(app.directory, ctx.studio.id, coach)))
      return refused(chosen, { code: 'may_not', fields: { coach: [mayNotCoach] } })
    const handed = await changeCoach(ctx, { key, coach, relations })
    if (handed.ok)
      return redirectWithFlash(
        app,
        paths.manageCoaching(ctx.studio),
        `${handed.changed} of ${count(relations.length, 'client')} with the coach you chose.`,
      )
    return handed.reason === 'not_yours'
      ? refused(chosen, { code: handed.reason, form: ['Ask a manager to change a coach.'] })
      : refused(chosen, { code: handed.reason, fields: { coach: ['Choose one of the staff.'] } })
  }
  const submission = parsePosted(posted, relationForm)
  if (submission.status !== 'success') return invalid(submission)
  const { coach } = submission.value
  if (!mayCoach(await findRoleOfPerson(app.directory, ctx.studio.id, coach)))
    return refused(submission, { code: 'may_not', fields: { coach: [mayNotCoach] } })
  const result = await beginCoaching(ctx, submission.value)
  if (result.ok) return redirectWithFlash(app, paths.manageCoaching(ctx.studio), 'Coaching begun.')
  if (result.reason === 'not_found') throw notFound()
  const form = ['You can begin your own coaching only. Ask a manager.']
  return refused(submission, { code: result.reason, form })
}

export default function Coaching() {
  const data = useLoaderData<typeof loader>()
  const { studio, clients, coaches, person, rules, values } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('coaching', ['key', 'person', 'coach', 'perWeek'], {
    answer: sentOf(answer)?.act === 'hand_over' ? undefined : answer,
    values,
    rules,
  })
  return (
    <>
      <PageHead
        title="Coaching"
        intro={`${count(clients.length, 'client')}. Compliance: ${complianceDefinition}`}
      />
      {clients.length === 0 ? (
        <Empty
          icon="members"
          title="No clients yet"
          text="Coach someone one to one: their goals, habits, measurements and check-ins in one place. Find them below."
        />
      ) : (
        <Clients />
      )}
      <section aria-labelledby="begin">
        <h2 id="begin">Begin coaching</h2>
        {person ? (
          <LiveFormBody of={form} className="sheet-form">
            <HiddenFields
              values={{ key: String(form.fields.key.initialValue ?? ''), person: person.id }}
            />
            <p className="whole">
              <strong>{person.name}</strong>{' '}
              <Link to={paths.manageCoaching(studio)}>Someone else</Link>
            </p>
            <SelectField
              field={form.fields.coach}
              label="Coach"
              options={coaches.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <TextField
              field={form.fields.perWeek}
              label="Visits a week you agree on"
              inputMode="numeric"
            />
            <FormEnd sending="Saving…" cancel={paths.manageCoaching(studio)}>
              Begin coaching
            </FormEnd>
          </LiveFormBody>
        ) : (
          <FindPerson
            studio={studio}
            action={paths.manageCoaching(studio)}
            q={data.q}
            found={data.found}
            keyOf={({ id }) => id}
            pathOf={({ id }) => paths.manageCoaching(studio, { person: id })}
          >
            {({ id, name, note }) => (
              <Link to={paths.manageCoaching(studio, { person: id })}>
                {name} <small className="muted">{note}</small>
              </Link>
            )}
          </FindPerson>
        )}
      </section>
    </>
  )
}

type Client = Awaited<ReturnType<typeof loader>>['clients'][number]

const columnsOf = (studio: { slug: string }, picks: boolean): Column<Client>[] => [
  ...(picks
    ? [
        {
          name: 'Choose',
          place: 'pick' as const,
          head: <PickAll name="relation" label="Choose all clients" />,
          cell: ({ id, name }: Client) => <PickRow name="relation" value={id} label={name} />,
        },
      ]
    : []),
  {
    name: 'Client',
    place: 'name',
    cell: ({ id, name }) => <Link to={paths.manageClient(studio, id)}>{name}</Link>,
  },
  { name: 'Compliance', number: true, place: 'under', cell: (one) => one.compliance },
  { name: 'Visits', place: 'wide', cell: (one) => one.visits },
  { name: 'Last visit', place: 'desk', date: true, cell: (one) => one.last },
  { name: 'Next check-in', place: 'desk', date: true, cell: (one) => one.next },
  { name: 'Coach', place: 'desk', cell: (one) => one.coach },
  {
    name: 'State',
    place: 'state',
    cell: (one) => (
      <>
        {one.asks > 0 && <Label text="Asks to move" tone="warn" />}{' '}
        {one.waiting > 0 && <Label text="Check-in answered" tone="warn" />}
      </>
    ),
  },
]

/** The clients; who sees all coaching may choose some and hand them over to another coach. */
function Clients() {
  const { studio, clients, coaches, handsOver, handOver } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('hand-over', ['key', 'coach'], {
    answer: sentOf(answer)?.act === 'hand_over' ? answer : undefined,
    values: { key: handOver.key },
    rules: handOver.rules,
  })
  const table = (
    <Table
      caption="Clients, those who wait for an answer first"
      rows={clients}
      rowKey={({ id }) => id}
      columns={columnsOf(studio, handsOver)}
    />
  )
  if (!handsOver) return table
  return (
    <LiveFormBody of={form} className="picking">
      <HiddenFields
        values={{ act: 'hand_over', key: String(form.fields.key.initialValue ?? '') }}
      />
      {table}
      <BulkBar label="What to do with the clients you chose" of="Clients">
        <SelectField
          field={form.fields.coach}
          label="Another coach"
          options={coaches.map(({ id, name }) => ({ value: id, label: name }))}
          empty="Choose a coach"
        />
        <SendButton sending="Handing over…">Hand over</SendButton>
      </BulkBar>
    </LiveFormBody>
  )
}
