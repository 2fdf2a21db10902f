import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { apiKeyAct, apiKeyForm } from '#app/domain/api/api-key-form.ts'
import { endApiKey, listApiKeys, makeApiKey } from '#app/domain/api/api-keys.server.ts'
import { apiScopes, scopeNames, scopeWords } from '#app/domain/api/api-scopes.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('API keys', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'studio:export')
  const { timeZone, locale } = ctx.studio
  const day = (date: string) => dayMonthYear(date, locale)
  const keys = await listApiKeys(ctx)
  return {
    rules: fieldRules(apiKeyForm),
    key: newId(),
    studio: { slug: ctx.studio.slug },
    base: `${ctx.origin}/api/v1`,
    keys: keys.map(({ id, name, scopes, endsOn, createdAt, lastUsedAt }) => ({
      id,
      name,
      reads: scopes.map((scope) => scopeNames[scope]).join(', '),
      since: day(localDate(createdAt, timeZone)),
      until: endsOn && day(endsOn),
      used: lastUsedAt && day(localDate(lastUsedAt, timeZone)),
    })),
  }
}

type Shown = { made: string }

/** Makes a key, which is in this answer and nowhere else; ends one. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'studio:export')
  const posted = await readPosted(request)
  if (posted.has('act')) {
    const submission = parsePosted(posted, apiKeyAct)
    if (submission.status !== 'success') return invalid(submission)
    await endApiKey(ctx, submission.value.id)
    return redirectWithFlash(app, paths.manageApiKeys(ctx.studio), 'The key has ended.')
  }
  const submission = parsePosted(posted, apiKeyForm)
  if (submission.status !== 'success') return invalid(submission)
  const made = await makeApiKey(ctx, submission.value)
  if (made.ok) return json({ made: made.key } satisfies Shown)
  if (made.reason === 'over_already')
    return invalid(submission, { endsOn: ['Choose today or a later day'] })
  const sentences = {
    made_before: 'This key was made already, and was shown once. End it and make another.',
    too_many: 'You have 20 keys. End one that no program needs any more.',
  }
  return refused(submission, { form: [sentences[made.reason]], code: made.reason })
}

export default function ApiKeys() {
  const { rules, key, studio, base, keys } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | Shown | undefined
  const made = answer && 'made' in answer ? answer.made : null
  const posted = answer && !('made' in answer) ? answer : undefined
  const form = useLiveForm('api-key', ['name', 'scopes', 'endsOn'], { answer: posted, rules })
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="API keys"
        intro="With a key another program can read what you choose here: your website, your accounts, a newsletter. It changes nothing."
      />
      {made && (
        <div className="notices">
          <div className="notice">
            <p>
              <b>The key:</b> <code>{made}</code>
              <br />
              Copy it into the program now. It is not shown again.
            </p>
          </div>
        </div>
      )}
      <div className="sections">
        <section>
          <h2>Your keys</h2>
          {keys.length === 0 && <p className="muted">None yet.</p>}
          <ul className="lines">
            {keys.map(({ id, name, reads, since, until, used }) => (
              <li key={id}>
                <div>
                  <b>{name}</b> <span className="muted">{reads}</span>
                  <p className="muted">
                    Made on {since}
                    {until && `, ends after ${until}`}.{' '}
                    {used ? `Last used on ${used}.` : 'Not used yet.'}
                  </p>
                </div>
                <Form method="post">
                  <HiddenFields values={{ id }} />
                  <button type="submit" className="button small" name="act" value="end">
                    End<span className="vh"> the key of {name}</span>
                  </button>
                </Form>
              </li>
            ))}
          </ul>
          <LiveFormBody of={form} className="sheet-form two-columns">
            <HiddenFields values={{ key }} />
            <TextField field={form.fields.name} label="Program" hint="Website, accounts …" />
            <TextField
              field={form.fields.endsOn}
              label="Last day"
              type="date"
              hint="Empty: it works until you end it."
            />
            <TickFields
              field={form.fields.scopes}
              legend="What it may read"
              choices={apiScopes.map((id) => ({ id, name: scopeWords[id] }))}
              chosen={[]}
              answer={posted}
            />
            <div className="form-end whole">
              <SendButton sending="Making…">Make a key</SendButton>
            </div>
          </LiveFormBody>
        </section>
        <section>
          <h2>For who connects the program</h2>
          <p>
            It asks at <code>{base}</code> with the key as a bearer token, such as{' '}
            <code>{base}/timetable</code>. Lists come in pages.{' '}
            <a href={`${base}/openapi.json`}>What there is to read</a> is described as OpenAPI. 300
            requests a minute are answered.
          </p>
          <p className="muted">
            Notes, injuries, documents and home addresses are never read this way.
          </p>
        </section>
      </div>
    </>
  )
}
