import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { emailField } from '#app/domain/identity/account-fields.ts'
import { errandOf, pathOfVisitor } from '#app/http/after-sign-in.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { beginOnPage } from '#app/http/provider-flow.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import { type PageFormAnswer, usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { DoorPage } from '#app/ui/layout/door-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Sign in with your studio', args)

export const handle = { styles: ['form', 'door'] } satisfies PageHandle

// A page answers with its loader's headers only where it says so.
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return new Headers(refresh ? { Refresh: refresh, 'Cache-Control': 'no-store' } : {})
}

const schema = z.object({ email: emailField('Enter your work email address') })

const sentences = {
  provider_disabled: 'This way to sign in is not offered here. Choose another one.',
  provider_unreachable: 'The other side does not answer at the moment. Try again in a minute.',
  sso_provider_not_found: 'No studio has its own sign-in for that address. Sign in with your password instead.',
  sso_provider_disabled: 'Your studio has switched its own sign-in off. Ask the studio.',
  sso_disabled: 'No studio has its own sign-in for that address. Sign in with your password instead.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
}

/**
 * With `provider` the way leads straight there. With `domain` a page leads on by itself: a form may only lead to our own
 * pages, so somebody who typed an address comes by here.
 */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const elsewhere = await pathOfVisitor(app)
  if (elsewhere) throw redirect(elsewhere, 303)
  const { next, studio } = await errandOf(app)
  const shown = {
    next: next ?? undefined,
    studio: studio && { slug: studio.slug, name: studio.name },
    onwards: null as { url: string; host: string } | null,
    refusal: null as keyof typeof sentences | null,
  }
  const [provider, domain] = [app.url.searchParams.get('provider'), app.url.searchParams.get('domain')]
  if (!provider && !domain) return json(shown)

  const result = await beginOnPage(app, provider ? { provider } : { domain: (domain ?? '').slice(0, 253) })
  if (!result.ok) {
    if (result.reason === 'provider_unreachable') console.error('Provider cannot be asked', result.detail)
    return json({ ...shown, refusal: result.reason }, { status: 422 })
  }
  if (provider) throw redirect(result.url, 303)
  const onwards = { url: result.url, host: new URL(result.url).host }
  return json({ ...shown, onwards }, { headers: { Refresh: `0; url=${result.url}` } })
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  const { next, studio } = await errandOf(app)
  // The address itself stays out of the URL.
  const domain = submission.value.email.split('@')[1]
  return redirect(paths.withProvider({ domain, next: next ?? undefined, studio: studio?.slug }), 303)
}

export default function SignInWithProvider() {
  const { next, studio, onwards, refusal } = useLoaderData<typeof loader>()
  const form = usePageForm<z.input<typeof schema>>('sso', useActionData<typeof action>() as PageFormAnswer | undefined)
  const own = paths.withProvider({ next, studio: studio?.slug })
  return (
    <DoorPage studio={studio}>
      {refusal && (
        <div className="errors" role="alert">
          <p data-refusal={refusal}>{sentences[refusal]}</p>
        </div>
      )}
      {onwards ? (
        <>
          <h1>On to your studio’s sign-in</h1>
          <p>You sign in at {onwards.host} and come back here.</p>
          <a className="button primary big wide" href={onwards.url}>
            Go on
          </a>
        </>
      ) : (
        <Form
          of={form}
          names={['email']}
          title="Sign in with your studio"
          intro={<p className="soft">For staff of studios that have a sign-in of their own.</p>}
          action={own}
        >
          <TextField
            field={form.fields.email}
            label="Work email address"
            type="email"
            autoComplete="username"
            required
          />
          <SubmitButton>Go on</SubmitButton>
        </Form>
      )}
      <p className="soft">
        <a href={paths.signIn({ next, studio: studio?.slug })}>Sign in another way</a>
      </p>
    </DoorPage>
  )
}
