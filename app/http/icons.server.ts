import { type CatalogueIcon, findIcons, type IconChoices } from '#app/values/icon.ts'

/** The file that the build writes beside the browser's scripts (vite.config.ts). */
const file = 'https://assets.internal/catalogue/icons.json'

// The file belongs to this build and never changes: it is read once.
let reading: Promise<CatalogueIcon[]> | undefined

/** Every icon there is to choose, the popular ones first; kept out of the Worker's bundle. */
export function iconCatalogue({ ASSETS }: { ASSETS: Fetcher }): Promise<CatalogueIcon[]> {
  reading ??= read(ASSETS)
  return reading
}

async function read(assets: Fetcher): Promise<CatalogueIcon[]> {
  try {
    const answer = await assets.fetch(file)
    if (answer.status !== 200) throw new Error(`The catalogue of icons answered ${answer.status}`)
    return await answer.json<CatalogueIcon[]>()
  } catch (error) {
    // The next request tries again.
    reading = undefined
    throw error
  }
}

/**
 * The icons of a page, by their stored names. A page without any asks for nothing; a name that the
 * catalogue does not have (any more) is left out, and so are all of them while it cannot be read:
 * no page fails for its decoration.
 */
export async function iconsNamed(
  env: { ASSETS: Fetcher },
  values: readonly string[],
): Promise<Record<string, CatalogueIcon>> {
  const wanted = new Set(values.filter(Boolean))
  if (wanted.size === 0) return {}
  const catalogue = await iconCatalogue(env).catch((error: unknown) => {
    console.error(error)
    return []
  })
  return Object.fromEntries(
    catalogue.filter(({ value }) => wanted.has(value)).map((icon) => [icon.value, icon]),
  )
}

/**
 * What an icon picker needs: what a search finds (the popular ones for an empty one), and the
 * chosen icon's drawing.
 */
export async function iconChoices(
  env: { ASSETS: Fetcher },
  { query, chosen }: { query: string; chosen: string },
): Promise<IconChoices> {
  const catalogue = await iconCatalogue(env)
  return {
    query,
    shown: findIcons(catalogue, query),
    chosen: catalogue.find(({ value }) => value === chosen) ?? null,
  }
}
