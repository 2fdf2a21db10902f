import { continuePeopleImport } from '#app/domain/imports/continue-people-import.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { continueInBackground } from '#app/http/continue-in-background.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

export const continueImportInBackground = (
  app: RequestContext,
  ctx: StudioContext,
  importId: string,
): Promise<void> =>
  continueInBackground(app, {
    name: 'Import of people',
    goOn: (time) => continuePeopleImport({ ...ctx, media: app.env.MEDIA }, importId, time),
    isUnderWay: (job) => job?.state === 'committing' || job?.state === 'rolling_back',
  })
