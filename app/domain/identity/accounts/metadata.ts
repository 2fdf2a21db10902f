export type Metadata = Record<string, unknown>

/** Longest metadata in characters of JSON: it rides in every access token of the wire. */
export const metadataMaxCharacters = 8_192

/**
 * `patch` over `metadata`, key by key of the top level; a key that is null there goes (auth-api.md
 * §2).
 */
export function mergeMetadata(metadata: Metadata, patch: Metadata | null | undefined): Metadata {
  return Object.fromEntries(
    Object.entries({ ...metadata, ...patch }).filter(
      ([key, value]) => value !== null || !Object.hasOwn(patch ?? {}, key),
    ),
  )
}
