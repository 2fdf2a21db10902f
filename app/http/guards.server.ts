import type { AppLoadContext } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { type Acting, actFor, viewFor } from '#app/domain/families/act-for.server.ts'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { featureOff, features } from '#app/domain/scope/features.ts'
import { goesOnUnpaid, isUnpaid } from '#app/domain/scope/goes-on-unpaid.ts'
import { mayAt } from '#app/domain/scope/may-at.ts'
import { isStaff, type Permission, type Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { joinStudio } from '#app/domain/studios/join-studio.server.ts'
import { findNearStudios } from '#app/domain/studios/near-studios.server.ts'
import { unpaidWords } from '#app/domain/studios/own-plan/plan-words.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { paths } from '#app/paths.ts'
import type { NoSuchStudio, RefusalPage } from '#app/ui/state/refusal-page.ts'
import { chosenPerson, notTheirs } from './choices/chosen-person.server.ts'
import { changesSomething, slugOf } from './load-visitor.server.ts'
import type { RequestContext, Visitor } from './request-context.server.ts'

/**
 * Who looks at a studio's page with a session. `personId` is null without an active place in this
 * studio.
 */
export type Viewer = {
  userId: string
  personId: string | null
  /** Their own row where `personId` is somebody they act for. */
  self?: string
  role: Role
  name: string
  email: string
  /** The account's own zone, where pages add a second line of time; null until known. */
  timeZone: string | null
}

/** A refusal as a response; its text is the sentence of the error page. */
function refusal(status: 403 | 404, sentence: string): Response {
  return new Response(sentence, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

export const notFound = () => refusal(404, '')

/**
 * The page to come back to after signing in: this one, or for a post the page its form stood on,
 * since a post cannot be repeated by a link.
 */
export function pageOf({ request, url }: RequestContext): string {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const referrer = URL.parse(request.headers.get('Referer') ?? '')
    const page =
      referrer?.origin === url.origin ? ownPath(referrer.pathname + referrer.search) : null
    if (page) return page
  }
  const search = new URLSearchParams(url.search)
  // Names that Remix adds to its own requests for data.
  search.delete('_data')
  search.delete('index')
  const query = search.toString()
  return ownPath(query ? `${url.pathname}?${query}` : url.pathname) ?? '/'
}

/** 404 for a path whose studio is none, with those that may have been meant. */
async function noSuchStudio(app: RequestContext): Promise<Response> {
  const slug = slugOf(app.url)
  const near = slug ? await findNearStudios(app.directory, slug) : []
  return Response.json({ near } satisfies NoSuchStudio, { status: 404 })
}

/**
 * The studio of the path. 404 when there is none, it is still being made or does not use what the
 * page is of (but for the `frame` around it); 301 from a former slug to today's, where what is posted
 * is done as if it came to today's.
 */
async function studioOf(app: RequestContext, frame = false): Promise<Studio> {
  const { studio, movedTo } = await app.loadVisitor()
  if (movedTo) {
    const rest = app.url.pathname.split('/').slice(2)
    throw redirect(`${['', movedTo, ...rest].join('/')}${app.url.search}`, 301)
  }
  if (!studio) throw await noSuchStudio(app)
  if (studio.state === 'provisioning') throw notFound()
  if (!frame) await requireInUse(app, studio)
  if (
    isUnpaid(studio.planState) &&
    changesSomething(app.request) &&
    !goesOnUnpaid(app.url.pathname)
  ) {
    const { visitor } = await app.loadVisitor()
    const place = visitor?.affiliation
    const staff = place?.state === 'active' && isStaff(place.role)
    throw refusal(403, unpaidWords(studio.name, staff))
  }
  return studio
}

/** 404 in words where the studio has turned off what the page is of, with the way to turn it on. */
async function requireInUse(app: RequestContext, studio: Studio): Promise<void> {
  const off = featureOff(studio, app.url.pathname)
  if (!off) return
  const { visitor } = await app.loadVisitor()
  const place = visitor?.affiliation
  const decides = place?.state === 'active' && mayAt(studio, place.role, 'settings:write')
  throw Response.json(
    {
      refusal: 'feature_off',
      title: `${studio.name} doesn’t use ${features[off].noun}`,
      message: decides
        ? 'Turned off for everyone. Nothing was deleted: turned on again, all of it is back.'
        : 'This part is turned off. If you’re looking for something of yours, ask us.',
      back: decides ? paths.manageFeatures(studio) : paths.ask(studio),
      way: decides ? 'Choose features' : 'How to reach us',
    } satisfies RefusalPage,
    { status: 404 },
  )
}

/**
 * Guards a public page of a studio: anyone may look, and who is signed in is told apart. Who has
 * chosen somebody they act for looks with their eyes: `personId` is that person.
 */
export async function viewStudio(
  context: AppLoadContext,
): Promise<{ app: RequestContext; ctx: StudioContext; viewer: Viewer | null }> {
  const { app } = context
  const studio = await studioOf(app)
  const { now, visitor } = await app.loadVisitor()
  const ctx: StudioContext = { ...surroundings(app, studio), now }
  const viewer = visitor && viewerOf(visitor)
  const self = viewer?.personId
  const chosen = self ? chosenPerson(app, self) : self
  if (!viewer || !self || !chosen || chosen === self) return { app, ctx, viewer }
  return {
    app,
    ctx: viewFor(ctx, self, chosen, () => notTheirs(app, notFound)),
    viewer: { ...viewer, personId: chosen, self },
  }
}

/** What a use case is given of a request, no matter who acts. */
const surroundings = (app: RequestContext, studio: Studio) => ({
  db: app.shardOf(studio),
  studio,
  nowMs: app.nowMs,
  origin: app.origin,
  secret: readConfiguration(app.env).secret,
})

function viewerOf({ userId, name, email, timeZone, affiliation }: Visitor): Viewer {
  const place = affiliation?.state === 'active' ? affiliation : null
  return {
    userId,
    personId: place?.personId ?? null,
    role: place?.role ?? 'member',
    name,
    email,
    timeZone,
  }
}

/**
 * Guards a page of the site that needs an account: 303 to sign-in, to the second step of it, or to
 * the page for accounts without a user row.
 */
export async function requireVisitor(
  context: AppLoadContext,
): Promise<{ app: RequestContext; visitor: Visitor }> {
  const { app } = context
  const { studio, visitor, missingUserRow, secondStep } = await app.loadVisitor()
  if (secondStep) throw redirect(paths.secondStep({ next: pageOf(app), studio: studio?.slug }), 303)
  if (missingUserRow) throw redirect(paths.setup(), 303)
  if (!visitor) throw redirect(paths.signIn({ next: pageOf(app), studio: studio?.slug }), 303)
  return { app, visitor }
}

/**
 * Guards what only someone of the studio may see or do. 303 to sign-in, to set-up, or to the page
 * that joins the studio, each of which comes back here. A place that a crash left half made is
 * finished. An archived studio can be read and not written.
 */
export async function requireMember(
  context: AppLoadContext,
  frame = false,
): Promise<{ app: RequestContext; ctx: MemberContext; viewer: Viewer & { personId: string } }> {
  const studio = await studioOf(context.app, frame)
  const { app, visitor } = await requireVisitor(context)
  const { now } = await app.loadVisitor()
  if (!visitor.setupComplete)
    throw redirect(paths.setup({ next: pageOf(app), studio: studio.slug }), 303)
  const place = await placeOf(app, studio, visitor)
  if (!place) throw redirect(paths.join(studio, { next: pageOf(app) }), 303)
  if (
    studio.state === 'archived' &&
    studio.planState !== 'closed' &&
    changesSomething(app.request)
  ) {
    throw refusal(403, `${studio.name} is closed. You can see everything but not change it.`)
  }
  const { userId, name, email, timeZone } = visitor
  return {
    app,
    ctx: {
      ...surroundings(app, studio),
      now,
      person: { id: place.personId },
      actor: { userId, name, role: place.role },
    },
    viewer: { userId, personId: place.personId, role: place.role, name, email, timeZone },
  }
}

/**
 * The same for pages and acts that somebody may also do for another: `ctx.person` is the one they
 * have chosen, and each of its batches asks whether they still may. What only a guardian decides
 * (`looks_after`) is not open to an adult whom another adult lets book.
 */
export async function requireBooker(
  context: AppLoadContext,
  acting: Acting = 'books',
): Promise<{
  app: RequestContext
  ctx: MemberContext
  viewer: Viewer & { personId: string }
  /** The viewer for themselves, for what is about the whole family. */
  own: MemberContext
}> {
  const { app, ctx, viewer } = await requireMember(context)
  const self = viewer.personId
  const chosen = chosenPerson(app, self)
  if (chosen === self) return { app, ctx, viewer, own: ctx }
  return {
    app,
    ctx: actFor(ctx, chosen, () => notTheirs(app, notFound), acting),
    viewer: { ...viewer, personId: chosen, self },
    own: ctx,
  }
}

async function placeOf(
  app: RequestContext,
  studio: Studio,
  { userId, name, email, affiliation }: Visitor,
): Promise<{ personId: string; role: Role } | null> {
  if (!affiliation || affiliation.state === 'left') return null
  if (affiliation.state === 'active') return affiliation
  const { now } = await app.loadVisitor()
  const joined = await joinStudio({ directory: app.directory, shardOf: app.shardOf, now }, studio, {
    userId,
    name,
    email,
  })
  return joined.ok ? joined : null
}

/**
 * Guards what a role must be allowed to do; 403 for someone of the studio whose role is not. The
 * `frame` around pages is there also where a page is not.
 */
export async function requirePermission(
  context: AppLoadContext,
  permission: Permission,
  { frame = false } = {},
): Promise<{ app: RequestContext; ctx: MemberContext; viewer: Viewer & { personId: string } }> {
  const member = await requireMember(context, frame)
  if (!mayAt(member.ctx.studio, member.viewer.role, permission)) {
    const { visitor } = await member.app.loadVisitor()
    if (visitor?.affiliation?.suspended)
      throw refusal(
        403,
        `Your work at ${member.ctx.studio.name} is suspended. Ask an owner or a manager.`,
      )
    throw refusal(
      403,
      `Your role at ${member.ctx.studio.name} does not allow this. Ask an owner or a manager.`,
    )
  }
  return member
}
