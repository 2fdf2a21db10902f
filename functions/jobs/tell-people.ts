import { tellPeople } from '#app/http/tell-people.server.ts'
import { eachStudio, type Job } from './job.ts'

/** A minute's tick has other work to do as well. */
const milliseconds = 15_000

/** Goes on with what follows from a change whose request ended before everybody was told. */
export const tellPeopleJob: Job = {
  name: 'tell-people',
  description: 'Tell everybody whom a cancelled, moved or restored class or event concerns.',
  everyMinutes: 1,
  async run(context) {
    const { clock } = context
    const untilMs = clock() + milliseconds
    let failed = 0
    const result = await eachStudio(context, 'tell-people', async (ctx) => {
      const told = await tellPeople(ctx, { clock, untilMs })
      failed += told.failed
      return told.steps
    })
    return { ...result, failed: result.failed + failed }
  },
}
