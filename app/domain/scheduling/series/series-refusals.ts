/** Why a class cannot be put on the timetable or changed, at the field it is about. */
type Refusal = { fields?: Record<string, string[]>; form?: string[] }

const sentences: Record<string, Refusal> = {
  bad_start: { fields: { time: ['Enter a time like 18:30'] } },
  bad_length: { fields: { minutes: ['Enter 5 to 720 minutes'] } },
  bad_capacity: { fields: { capacity: ['Enter 1 to 1,000 places'] } },
  bad_rule: { fields: { days: ['These days and dates make no timetable. Choose the days again'] } },
  start_not_in_rule: { fields: { from: ['The first date is left out. Choose another'] } },
  over_room: {
    fields: { capacity: ['The room holds fewer. Enter fewer places or choose another room'] },
  },
  over: { form: ['This class is over or does not take place'] },
  not_weekly: { fields: { scope: ['This class does not repeat weekly. Change only this one'] } },
  no_days: { fields: { days: ['Choose at least one day that has a class before the last date'] } },
  closed: { fields: { from: ['You are closed that day. Choose another, or lift the closure'] } },
  closed_then: {
    fields: { date: ['You are closed that day. Choose another, or lift the closure'] },
  },
  in_the_past: { fields: { date: ['Enter a time that is still to come'] } },
}

export const seriesRefusal = (reason: string): Refusal =>
  sentences[reason] ?? { form: ['That could not be done'] }
