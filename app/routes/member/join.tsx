import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { broughtBy, keepReferral } from '#app/domain/people/referrals/keep-referral.server.ts'
import { joinStudio } from '#app/domain/studios/join-studio.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, pageOf, requireVisitor, viewStudio } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Join', args)

export const handle = { styles: ['button'] } satisfies PageHandle

/**
 * Who may be here: signed in and set up. Anybody else is led to what is missing, and comes back.
 */
async function guard({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const { visitor } = await requireVisitor(context)
  if (!visitor.setupComplete)
    throw redirect(paths.setup({ next: pageOf(app), studio: ctx.studio.slug }), 303)
  const next = ownPath(app.url.searchParams.get('next')) ?? paths.home(ctx.studio)
  const friend = app.url.searchParams.get('friend') ?? ''
  return { app, ctx, visitor, next, friend, personId: viewer?.personId ?? null }
}

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, visitor, next, friend, personId } = await guard(args)
  const { name, state } = ctx.studio
  const rest = { name, open: state === 'open', next }
  const called = { name: visitor.name, email: visitor.email }
  if (!personId) return { ...rest, by: null, visitor: called }
  // Signing up by a link of the studio joined them on the way here. A link alone says nothing about
  // who brought them: they do.
  const by = await broughtBy(ctx, friend, personId)
  if (by === null) throw redirect(next, 303)
  return { ...rest, by, visitor: called }
}

export async function action(args: ActionFunctionArgs) {
  const { app, ctx, visitor, next, friend, personId } = await guard(args)
  if (personId) {
    await keepReferral(ctx, friend, personId)
    return redirectWithFlash(app, next, `Welcome to ${ctx.studio.name}.`)
  }
  const joining = { directory: app.directory, shardOf: app.shardOf, now: ctx.now }
  const result = await joinStudio(joining, ctx.studio, visitor)
  if (result.ok) await keepReferral(ctx, friend, result.personId)
  if (result.ok) return redirectWithFlash(app, next, `You have joined ${ctx.studio.name}.`)
  if (result.reason === 'not_found') throw notFound()
  const text = `${ctx.studio.name} isn’t accepting new members.`
  throw refusalPage('studio_archived', text, paths.home(ctx.studio))
}

const free = 'Joining is free. You can then book classes and see your credits here.'

export default function Join() {
  const { name, open, by, next, visitor } = useLoaderData<typeof loader>()
  if (by !== null) return <Brought {...{ name, by, next }} />
  return (
    <Main slim>
      <h1>Join {name}</h1>
      {open ? (
        <>
          <p>
            {free} {name} sees your name and email address: {visitor.name}, {visitor.email}.
          </p>
          <form method="post">
            <SubmitButton>Join {name}</SubmitButton>
          </form>
        </>
      ) : (
        <p data-refusal="studio_archived">{name} isn’t accepting new members.</p>
      )}
    </Main>
  )
}

/** Asks somebody new whether a friend brought them. */
function Brought({ name, by, next }: { name: string; by: string; next: string }) {
  return (
    <Main slim>
      <h1>Welcome to {name}</h1>
      <p>
        Did {by} invite you? If you say yes, {by} sees your first name and that you came.
      </p>
      <form method="post" className="pair start">
        <SubmitButton>Yes, {by} did</SubmitButton>
        <a className="button" href={next}>
          No
        </a>
      </form>
    </Main>
  )
}
