import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { exemptionForm } from '#app/domain/calendar/policy-fields.ts'
import { endExemption, exemptPerson } from '#app/domain/scheduling/policies/exempt-person.server.ts'
import { policyPage } from '#app/domain/scheduling/policies/policy-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Who is exempt', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const page = await policyPage(ctx, (app.url.searchParams.get('set') ?? '').slice(0, 60))
  if (!page) throw notFound()
  const { slug, timeZone, locale } = ctx.studio
  return {
    rules: fieldRules(exemptionForm),
    studio: { slug },
    set: page.current.name,
    exempt: page.exempt.map(({ id, personId, name, reason, createdAt, createdBy }) => ({
      id,
      personId,
      name,
      reason,
      createdBy,
      since: dayMonthYear(localDate(createdAt, timeZone), locale),
    })),
  }
}

/** Exempts a person, or ends an exemption: the address says which (`?end=…`). */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const [end, from] = [app.url.searchParams.get('end'), app.url.searchParams.get('set') ?? '']
  if (end !== null) {
    if (!(await endExemption(ctx, end))) throw notFound()
    return redirectWithFlash(
      app,
      paths.managePolicyExemptions(ctx.studio, { set: from }),
      'The rules apply to them again.',
    )
  }
  const submission = await parseForm(request, exemptionForm)
  if (submission.status !== 'success') return invalid(submission)
  const { set } = submission.value
  const result = await exemptPerson(ctx, submission.value)
  if (result.ok) {
    return redirectWithFlash(
      app,
      paths.managePolicyExemptions(ctx.studio, { set }),
      `${result.name} is exempt.`,
    )
  }
  if (result.reason === 'not_found') throw notFound()
  const sentence =
    result.reason === 'several'
      ? 'Several people have that name. Enter their email.'
      : 'Nobody has that name. Enter the full name or the email.'
  return refused(submission, { fields: { who: [sentence] }, code: result.reason })
}

export default function Exemptions() {
  const { rules, studio, set, exempt } = useLoaderData<typeof loader>()
  const form = useLiveForm('exempt', ['who', 'reason'] as const, {
    answer: useActionData() as PageFormAnswer | undefined,
    rules,
  })
  return (
    <>
      <BackLink to={paths.managePolicies(studio, { set })}>{set}</BackLink>
      <PageHead
        title="Who is exempt"
        intro={`Fees, strikes and limits of ${set} don’t apply to them. Losing credits does.`}
      />
      <ul className="lines">
        {exempt.map(({ id, personId, name, reason, createdBy, since }) => (
          <li key={id}>
            <Link to={paths.managePerson(studio, personId)}>{name}</Link>
            <span className="soft">
              {reason}, {since}, {createdBy}
            </span>
            <Form method="post" action={paths.managePolicyExemptions(studio, { set, end: id })}>
              <button type="submit" className="button">
                End exemption<span className="vh"> for {name}</span>
              </button>
            </Form>
          </li>
        ))}
        {exempt.length === 0 && <li>Nobody is exempt.</li>}
      </ul>
      <section>
        <h2>Exempt someone</h2>
        <LiveFormBody
          of={form}
          className="sheet-form"
          action={paths.managePolicyExemptions(studio, { set })}
        >
          <input type="hidden" name="set" value={set} />
          <TextField field={form.fields.who} label="Name or email" />
          <TextField field={form.fields.reason} label="Why" />
          <div className="form-end">
            <SendButton sending="Saving…">Exempt person</SendButton>
          </div>
        </LiveFormBody>
      </section>
    </>
  )
}
