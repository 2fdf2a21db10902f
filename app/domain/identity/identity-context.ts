import type { DirectoryContext } from '#app/domain/scope/contexts.ts'
import type { AuthConfiguration } from './configuration.server.ts'
import type { HookRefusal } from './hooks/hook-refusal.ts'

/**
 * What a use case of accounts is given. Built by `app/http/identity-context.server.ts` and by
 * tests.
 */
export type IdentityContext = DirectoryContext & {
  /** Real time in milliseconds: tokens, limits and every row of the auth service. */
  nowMs: number
  configuration: AuthConfiguration
  /** Public origin, for links in mails. */
  origin: string
  /**
   * Where the request came from, for the audit, the list of devices and limits. `device` is what the
   * browser kept of earlier sign-ins (`known-devices.server.ts`); not yet checked.
   */
  caller: { ip: string; userAgent: string; device?: string | null }
  /**
   * Whether this network address may ask for `what` once more; counted by the platform, not by us.
   */
  addressMay(what: string): Promise<boolean>
  /**
   * Ends the request with the refusal of a hook: the wire answers its error, pages a page that says
   * so.
   */
  refusedByHook(refusal: HookRefusal): never
}
