/** How much of a studio's room for files is used. */
import { type SQL, sql } from 'drizzle-orm'

export { quotaBytes } from './judge-file.ts'

/** What all files of the studio weigh, with their versions, and its videos, also on their way. */
export const keptBytesSql = (studioId: string): SQL =>
  sql`((SELECT coalesce(sum(bytes), 0) FROM file_versions WHERE studio_id = ${studioId})
    + (SELECT coalesce(sum(video.bytes + video.upload_bytes), 0) FROM videos AS video
      WHERE video.studio_id = ${studioId}))`
