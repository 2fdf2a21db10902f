import { eq } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { studios } from '#app/db/directory.ts'
import type { Studio } from './studio.ts'

/** A row of `studios` as the rest of the product knows it. */
export function toStudio(row: typeof studios.$inferSelect): Studio {
  const { createdAt: _, ...studio } = row
  return studio
}

/** The studio of a slug, in any state but `provisioning`; null when there is none. */
export async function findStudioBySlug(directory: DirectoryDb, slug: string): Promise<Studio | null> {
  const [row] = await directory.select().from(studios).where(eq(studios.slug, slug.toLowerCase()))
  return row && row.state !== 'provisioning' ? toStudio(row) : null
}
