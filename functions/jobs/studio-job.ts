import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { DueSql } from '#app/domain/scope/look.ts'
import type { StudioJob } from './job.ts'

/** A job of every minute, or of so many, that is one use case for each studio. */
export function studioJob(
  name: string,
  description: string,
  everyMinutes: number,
  due: DueSql,
  work: (ctx: StudioContext) => Promise<number>,
): StudioJob {
  return { of: 'studios', name, description, everyMinutes, due, work }
}
