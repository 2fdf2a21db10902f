import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { packEndWords } from '#app/domain/entitlements/lot-end.ts'
import {
  packToTransfer,
  transferPack,
  transferRefusal,
  transferRefusals,
} from '#app/domain/entitlements/packs/transfer-pack.server.ts'
import { transferForm } from '#app/domain/entitlements/packs/transfer-pack-form.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Transfer the ${data.pack.name} of ${data.person.name}` : 'Transfer', {
    matches,
  })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const { searchParams } = app.url
  const personId = params.person ?? ''
  const [person, lot] = await Promise.all([
    findPerson(ctx, personId),
    packToTransfer(ctx, personId, searchParams.get('lot') ?? ''),
  ])
  if (!person || !lot) throw notFound()
  const { q } = personFilters.pick({ q: true }).parse({ q: searchParams.get('q') ?? '' })
  const to = searchParams.get('to')
  const [other, found] = await Promise.all([
    to && to !== personId ? findPerson(ctx, to) : null,
    q ? suggestPeople(ctx, q) : null,
  ])
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const refusal = transferRefusal(lot, today)
  const { slug, locale } = ctx.studio
  return {
    rules: fieldRules(transferForm),
    studio: { slug },
    person: { id: person.id, name: person.name },
    pack: { id: lot.id, name: lot.name, left: lot.left },
    refusal: refusal && transferRefusals[refusal],
    other: other && { id: other.id, name: other.name },
    effects: other
      ? [
          `${count(lot.left, 'credit')} of the ${lot.name} ${lot.left === 1 ? 'becomes' : 'become'} ` +
            `${other.name}’s. ${packEndWords(lot.expiresOn, locale, { today })}.`,
          lot.booked > 0
            ? `${person.name} keeps ${count(lot.booked, 'class', 'classes')} booked with it.`
            : '',
          'The invoice stays as it is: nobody pays or gets back anything.',
          'We email both of them.',
        ].filter(Boolean)
      : [],
    q,
    found: found?.filter(({ id }) => id !== personId) ?? null,
    values: { key: newId(), left: String(lot.left), to: other?.id ?? '' },
  }
}

/** Transfers it: 303 to the profile, 422 with the reason. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, transferForm)
  if (submission.status !== 'success') return invalid(submission)
  const { lot, to, ...form } = submission.value
  const personId = params.person ?? ''
  const result = await transferPack(ctx, personId, { ...form, lotId: lot, toId: to })
  if (!result.ok)
    return refused(submission, { code: result.reason, form: [transferRefusals[result.reason]] })
  return redirectWithFlash(
    app,
    paths.managePerson(ctx.studio, personId),
    `${count(result.credits, 'credit')} of the ${result.name} transferred.`,
  )
}

export default function Transfer() {
  const { rules, studio, person, pack, refusal, other, effects, q, found, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('transfer', ['reason', 'key', 'left', 'lot', 'to'], {
    answer,
    values,
    rules,
  })
  const profile = paths.managePerson(studio, person.id)
  const page = (params: Record<string, string>) =>
    paths.managePersonTransfer(studio, person.id, { lot: pack.id, ...params })
  // What was refused because the number changed is asked again with the number of now.
  const key = sentOf(answer)?.key
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title={`Transfer the ${pack.name} of ${person.name}`}
        intro={`${count(pack.left, 'credit')} not used yet.`}
      />
      {refusal ? (
        <Empty icon="receipt" title="Can’t be transferred" text={refusal}>
          <Link className="button" to={profile}>
            Back to {person.name}
          </Link>
        </Empty>
      ) : (
        <>
          {!other && (
            <FindPerson
              studio={studio}
              action={page({})}
              q={q}
              found={found}
              keyOf={({ id }) => id}
              kept={{ lot: pack.id }}
              pathOf={({ id }) => page({ to: id })}
            >
              {({ id, name, note }) => (
                <>
                  <Link to={page({ to: id })}>{name}</Link> <span className="muted">{note}</span>
                </>
              )}
            </FindPerson>
          )}
          {other && (
            <LiveFormBody of={form} action={page({ to: other.id })} className="sheet-form">
              <HiddenFields
                values={{
                  key: typeof key === 'string' ? key : values.key,
                  lot: pack.id,
                  to: other.id,
                  left: String(pack.left),
                }}
              />
              <section>
                <h2>What happens</h2>
                <ul className="lines">
                  {effects.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </section>
              <TextField
                field={form.fields.reason}
                label="Why"
                hint="Staff see this in both people’s history."
                autoComplete="off"
              />
              <FormEnd sending="Transferring…" cancel={page({})}>
                Transfer
              </FormEnd>
            </LiveFormBody>
          )}
        </>
      )}
    </>
  )
}
