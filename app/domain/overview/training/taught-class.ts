/** A class of the coach’s desk. */
export type TaughtClass = {
  id: string
  title: string
  coachId: string
  coachName: string
  roomName: string
  localStart: string
  booked: number
  capacity: number
  /** Of the booked, how many never came before. */
  firstTimers: number
  /** Of the booked, of how many an injury is noted. */
  injured: number
  /** What is trained in it; null where nothing is planned yet. */
  workout: string | null
  /** What it is taught from; null where nothing is chosen. */
  flow: string | null
  flowId: string | null
}
