import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { actFor } from '#app/domain/families/act-for.server.ts'
import { consentsOfMinePage } from '#app/domain/overview/consents-page.server.ts'
import {
  consentOf,
  consentTitle,
  ownConsentTitle,
} from '#app/domain/people/consents/consent-words.ts'
import {
  type SayConsentResult,
  sayConsent,
} from '#app/domain/people/consents/say-consent.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = {
  styles: ['button', 'back-link', 'lines', 'say', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(titleOf(data?.child ?? ''), { matches })

const titleOf = (child: string) =>
  child ? `Photos and results of ${child}` : 'News, offers, photos and boards'

/** Somebody's own, or by `?person=` those of a child they look after. */
async function forWhom(context: AppLoadContext) {
  const { app, ctx, viewer } = await requireMember(context)
  const childId = app.url.searchParams.get('person')
  const refuse = async () => {
    throw notFound()
  }
  const own = childId === null ? ctx : actFor(ctx, childId, refuse, 'looks_after')
  return { app, viewer, ctx: own, childId }
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer, childId } = await forWhom(context)
  const { slug, name } = ctx.studio
  return { ...(await consentsOfMinePage(ctx, viewer)), studio: { slug, name }, childId }
}

const sayForm = z.object({
  consent: z.string().max(40),
  given: z.enum(['yes', 'no']),
  seen: z.coerce.number().int().nonnegative(),
})

type Refusal = Exclude<SayConsentResult, { ok: true }>['reason']

const refusals: Record<Refusal, string> = {
  new_text: 'The text has changed since you opened this page. Read it again, then say yes.',
  minor: 'You can say yes from your 18th birthday. Until then a parent or guardian decides.',
}

/** Notes a yes or a no: 303 back, 422 with why a yes does not count. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, childId } = await forWhom(context)
  const submission = await parseForm(request, sayForm)
  const kind = submission.status === 'success' ? consentOf(submission.value.consent) : null
  if (submission.status !== 'success' || !kind) throw notFound()
  const given = submission.value.given === 'yes'
  const result = await sayConsent(ctx, { kind, given, seen: submission.value.seen })
  if (!result.ok)
    return json({ refusal: result.reason, message: refusals[result.reason] }, { status: 422 })
  const title =
    childId === null ? ownConsentTitle(kind) : consentTitle(kind).replace(/ of them$/, '')
  return redirectWithFlash(
    app,
    paths.portalConsents(ctx.studio, { person: childId ?? undefined }),
    given ? `${title}: yes.` : `${title}: no.`,
  )
}

export default function Consents() {
  const { studio, consents, history, minor, child, childId } = useLoaderData<typeof loader>()
  const answer = useActionData() as { refusal: Refusal; message: string } | undefined
  return (
    <Main slim>
      {child ? (
        <BackLink to={paths.portalFamily(studio)}>Family</BackLink>
      ) : (
        <BackLink to={paths.portal(studio)}>Your account</BackLink>
      )}
      <div className="stack">
        <h1>{titleOf(child)}</h1>
        <p className="soft">
          {child
            ? `What you allow ${studio.name} for ${child}. You can change your mind at any time. Without a yes, coaches see “No photos” beside the name, and boards leave it out.`
            : `What you allow ${studio.name}. You can change your mind at any time. Messages about your bookings and payments come either way.`}
        </p>
      </div>
      {answer && (
        <p className="say bad" role="alert" data-refusal={answer.refusal}>
          <Icon name="warning" />
          <span>{answer.message}</span>
        </p>
      )}
      {minor && <p className="say">{refusals.minor}</p>}
      <ul className="lines">
        {consents.map(({ name, title, text, given, line, version }) => (
          <li key={name} className="between">
            <div>
              <h2>
                {title} {given && <span className="tag good">Yes</span>}
              </h2>
              <p>{text}</p>
              <p className="soft">{line}</p>
            </div>
            {(given || !minor) && (
              <form
                method="post"
                action={paths.portalConsents(studio, { person: childId ?? undefined })}
              >
                <HiddenFields values={{ consent: name, seen: String(version) }} />
                <button type="submit" className="button" name="given" value={given ? 'no' : 'yes'}>
                  {given ? 'Withdraw' : 'Say yes'}
                  <span className="vh">: {title}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {history.length > 0 && (
        <section className="stack" aria-labelledby="history">
          <h2 id="history">History</h2>
          <ol className="lines tight">
            {history.map(({ id, title, line }) => (
              <li key={id}>
                <b>{title}</b> <span className="soft">{line}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </Main>
  )
}
