import { sql } from 'drizzle-orm'
import type { MediaContext } from './media-context.ts'
import { removeObjects } from './stray-objects.server.ts'

/**
 * Removes a picture of the studio, with everything made from it. False where there is none such.
 */
export async function removeImage(ctx: MediaContext, imageId: string): Promise<boolean> {
  const removed = await removeObjects({ ...ctx, studioId: ctx.studio.id }, sql`id = ${imageId}`)
  return removed.length > 0
}
