import * as z from 'zod'

/**
 * The version a form was opened at, which travels with it. None, or one that nobody was shown, is
 * 0: no row is at it, so the form is stale.
 */
export const versionField = z.coerce.number().int().min(0).catch(0)
