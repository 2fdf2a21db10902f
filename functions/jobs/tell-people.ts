import { untoldDue } from '#app/domain/happenings/happening-queries.server.ts'
import { tellPeople } from '#app/http/tell-people.server.ts'
import { type StudioJob, stepTime } from './job.ts'

/** So long one run goes on; the next minute takes the rest. */
const milliseconds = 15_000

/** Goes on with what follows from a change whose request ended before everyone was notified. */
export const tellPeopleJob: StudioJob = {
  of: 'studios',
  name: 'tell-people',
  description: 'Notify everyone affected by a cancelled, moved or restored class or event.',
  everyMinutes: 1,
  due: untoldDue,
  async work(ctx, context) {
    const { steps, failed } = await tellPeople(ctx, stepTime(context, milliseconds))
    return { done: steps, failed }
  },
}
