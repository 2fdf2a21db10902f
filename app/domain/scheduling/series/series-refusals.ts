/** Why a class cannot be put on the timetable or changed, at the field it is about. */
type Refusal = { fields?: Record<string, string[]>; form?: string[] }

const sentences: Record<string, Refusal> = {
  bad_start: { fields: { time: ['Enter a time like 18:30'] } },
  bad_length: { fields: { minutes: ['Enter 5 to 720 minutes'] } },
  bad_capacity: { fields: { capacity: ['Enter 1 to 1,000 places'] } },
  bad_rule: { fields: { days: ['Choose at least one day that makes a class'] } },
  start_not_in_rule: { fields: { from: ['The first date is one you left out. Choose another'] } },
  over_room: {
    fields: {
      capacity: ['That’s more than the room holds. Enter fewer places or choose another room'],
    },
  },
  over: { form: ['This class is over or cancelled'] },
  not_weekly: { fields: { scope: ['This class does not repeat weekly. Change only this one'] } },
  no_days: { fields: { days: ['Choose at least one day that has a class before the last date'] } },
  closed: { fields: { from: ['You’re closed that day. Choose another day, or reopen first'] } },
  closed_then: {
    fields: { date: ['You’re closed that day. Choose another day, or reopen first'] },
  },
  in_the_past: { fields: { date: ['Enter a time that is still to come'] } },
}

export const seriesRefusal = (reason: string): Refusal =>
  sentences[reason] ?? { form: ['That didn’t work. Try again'] }
