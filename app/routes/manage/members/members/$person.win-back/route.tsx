import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { winBackActForm, winBackForm } from '#app/domain/farewells/exit-forms.ts'
import { exitReasonWords, winBackWords } from '#app/domain/farewells/exit-words.ts'
import { pastMemberWords } from '#app/domain/farewells/past-member-words.ts'
import { farewellPage } from '#app/domain/farewells/past-members-page.server.ts'
import { noteWinBack, settleWinBack } from '#app/domain/farewells/win-back.server.ts'
import { setDoNotContact } from '#app/domain/people/ban-person.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  type FormAnswer,
  invalid,
  parsePosted,
  readPosted,
  refused,
} from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { formatsAt } from '#app/values/formats.ts'
import { newId } from '#app/values/id.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { Tries } from './tries.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Win back', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'people:write')
  const page = await farewellPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  const { slug, timeZone, locale } = ctx.studio
  const day = (at: string) => dayMonthYear(wallTime(at, timeZone).slice(0, 10), locale)
  const { past } = page
  return {
    rules: fieldRules(winBackForm),
    studio: { slug },
    person: { id: past.id, name: past.name },
    past: {
      ...pastMemberWords(past, formatsAt(ctx.studio, ctx.now), {
        fees: may(viewer.role, 'fees:read'),
        bans: true,
      }),
      quiet: past.doNotContact === 1,
    },
    exits: page.exits.map(({ id, reason, text, lastDay, byName, returnedAt }) => ({
      id,
      title: `${exitReasonWords[reason]}, last day ${dayMonthYear(lastDay, locale)}`,
      note: [text, `noted by ${byName}`, returnedAt ? `came back ${day(returnedAt)}` : '']
        .filter(Boolean)
        .join(', '),
    })),
    tries: page.winBacks.map(({ id, offer, note, result, byName, at }) => ({
      id,
      title: offer || note,
      note: [offer ? note : '', byName, day(at)].filter(Boolean).join(', '),
      result,
      words: winBackWords[result],
    })),
    key: newId(),
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const personId = params.person ?? ''
  const page = paths.managePersonAct(ctx.studio, personId, 'win-back')
  const posted = await readPosted(request)
  if (posted.has('act')) {
    const acted = parsePosted(posted, winBackActForm)
    if (acted.status !== 'success') throw notFound()
    const { act, id = '', result = 'open' } = acted.value
    if (act === 'result') {
      if (!(await settleWinBack(ctx, personId, id, result))) throw notFound()
      return redirectWithFlash(app, page, 'Saved.')
    }
    const quiet = await setDoNotContact(ctx, personId, act === 'do-not-contact')
    if (!quiet.ok) throw notFound()
    return redirectWithFlash(
      app,
      page,
      act === 'do-not-contact' ? 'Marked as do not contact.' : 'They may be contacted again.',
    )
  }
  const submission = parsePosted(posted, winBackForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await noteWinBack(ctx, personId, submission.value)
  if (result.ok) return redirectWithFlash(app, page, 'Noted.')
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, {
    code: result.reason,
    form: ['They asked not to be contacted. Allow contact first'],
  })
}

export default function WinBack() {
  const { rules, studio, person, past, exits, tries, key } = useLoaderData<typeof loader>()
  const form = useLiveForm('win-back', ['key', 'offer', 'note'], {
    answer: useActionData<FormAnswer>(),
    values: { key },
    rules,
  })
  const { fields } = form
  const profile = paths.managePerson(studio, person.id)
  const facts = [
    ['Left', past.left],
    ['Was here for', past.tenure],
    ['Last class', past.lastClass],
    ['Unused credits', past.unused],
    ['Paid', past.paid],
    ['Owes', past.owes],
    ['Could come to', past.fit],
  ].filter(([, text]) => text)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title={`Win back ${person.name}`}
        intro="Note what you offer or say, and what came of it. Nothing is sent from here."
        actions={
          <Link className="button primary" to={paths.managePersonAct(studio, person.id, 'rejoin')}>
            Rejoin
          </Link>
        }
      />
      <div className="split">
        <div className="sections">
          {past.quiet ? (
            <p className="notice warn">They asked not to be contacted.</p>
          ) : (
            <LiveFormBody of={form}>
              <HiddenFields values={{ key: String(fields.key.initialValue ?? key) }} />
              <div className="sheet-form">
                <TextField
                  field={fields.offer}
                  label="Offer (optional)"
                  hint="Such as a free week"
                />
                <TextareaField field={fields.note} label="Note" />
              </div>
              <FormEnd sending="Saving…" cancel={profile}>
                Note win-back
              </FormEnd>
            </LiveFormBody>
          )}
          <Tries tries={tries} />
        </div>
        <aside className="aside">
          <section>
            <h2>What they leave behind</h2>
            <dl className="facts">
              {facts.map(([name, text]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
          {exits.length > 0 && (
            <section>
              <h2>Why they left</h2>
              <ul>
                {exits.map(({ id, title, note }) => (
                  <li key={id}>
                    {title} <small className="muted">{note}</small>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section>
            <Form method="post" className="do">
              <button
                type="submit"
                className="button small"
                name="act"
                value={past.quiet ? 'contact-again' : 'do-not-contact'}
              >
                {past.quiet ? 'Allow contact' : 'Do not contact'}
              </button>
            </Form>
          </section>
        </aside>
      </div>
    </>
  )
}
