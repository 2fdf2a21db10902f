/** Codes of the wire for what goes wrong with a hook. */
export type HookRefusalCode =
  | 'unknown'
  | 'unexpected_failure'
  | 'hook_timeout'
  | 'hook_timeout_after_retry'
  | 'hook_payload_over_size_limit'
  | 'hook_payload_invalid_content_type'
  | 'invalid_credentials'
  | 'mfa_verification_rejected'

/** Why a hook stops what was under way: it said no, or it could not be asked. */
export class HookRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: HookRefusalCode,
    message: string,
  ) {
    super(message)
  }
}
