import {
  type DirectoryDb,
  directoryDb,
  type StudioDb,
  studioDb,
} from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import type { Instant } from '#app/values/instant.ts'
import { devTools, type Env } from './environment.ts'

/** Who is asking: an account with a session. */
export type Visitor = {
  userId: string
  sessionId: string
  email: string
  name: string
  setupComplete: boolean
  /** The studio the account was in last. */
  studioId: string | null
  /** The account's own zone; null until known. */
  timeZone: string | null
  /** The account's place in the studio of the path, if it has one there. */
  affiliation: {
    role: Role
    personId: string
    state: 'provisioning' | 'active' | 'left'
    suspended?: boolean
  } | null
}

/** What trip 1 found: the clock, the studio of the path, the visitor. */
export type RequestVisitor = {
  now: Instant
  studio: Studio | null
  movedTo: string | null
  visitor: Visitor | null
  /**
   * There is a session whose account has no `users` row: `visitor` is null, signing out is still
   * offered.
   */
  missingUserRow: boolean
  /**
   * The live session, also where `visitor` is null for want of a `users` row or of the second step.
   */
  session: { id: string; userId: string } | null
  /**
   * Someone who has taken the first step of a sign-in with two: `visitor` is null for every page
   * and every post until the second one, so nothing can be reached around it.
   */
  secondStep: { userId: string; sessionId: string; setupComplete: boolean } | null
}

/** Everything a request needs, made once by `functions/server.ts`. */
export type RequestContext = {
  env: Env
  request: Request
  url: URL
  requestId: string
  /** Real time in milliseconds: tokens, limits and outbox order. */
  nowMs: number
  meter: Meter
  directory: DirectoryDb
  /** The shard of a studio. */
  shardOf(studio: { shard: number }): StudioDb
  /** Trip 1, asked once a request. */
  loadVisitor(): Promise<RequestVisitor>
  /** Cookies to add to whatever the answer will be. */
  setCookies: string[]
  /** Sources besides our own that a form of this page may be answered with a redirect to. */
  formTargets: string[]
  /** Goes on after the answer is sent. */
  waitUntil(work: Promise<unknown>): void
  /** Public origin without a trailing slash. */
  origin: string
  devTools: boolean
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    app: RequestContext
  }
}

/** Makes the context; `loadVisitor` is the memoised first trip. */
export function createRequestContext(
  request: Request,
  env: Env,
  execution: { waitUntil(work: Promise<unknown>): void },
  loadVisitor: (context: RequestContext) => Promise<RequestVisitor>,
): RequestContext {
  const url = new URL(request.url)
  const meter = new Meter(devTools(env))
  let loaded: Promise<RequestVisitor> | undefined
  // Handles are made when they are asked for: a page from the cache needs none.
  let directory: DirectoryDb | undefined
  const context: RequestContext = {
    env,
    request,
    url,
    requestId: request.headers.get('cf-ray') ?? crypto.randomUUID(),
    nowMs: Date.now(),
    meter,
    get directory() {
      directory ??= directoryDb(env, meter)
      return directory
    },
    shardOf: (studio) => studioDb(env, studio, meter),
    loadVisitor: () => {
      loaded ??= loadVisitor(context)
      return loaded
    },
    setCookies: [],
    formTargets: [],
    waitUntil: (work) => execution.waitUntil(work),
    origin: (env.SITE_URL || url.origin).replace(/\/+$/, ''),
    devTools: devTools(env),
  }
  return context
}
