/** What the queue carries from the look of a minute to the work, and how it is sent. */

/** One piece of work: a job's on some studios, on one database, or as a whole. */
export type JobMessage = {
  job: string
  studios?: string[]
  /** `directory`, or the number of a shard. */
  database?: string
  /** When the look found it, in real time. */
  sentMs: number
}

/** What one send may hold: 100 messages and 256 KB, some of it for the messages' own heads. */
const [messagesAtOnce, charactersAtOnce] = [100, 200_000]

/** Sends messages in their order, in as few calls as the queue allows. */
export async function sendMessages(queue: Queue, messages: readonly JobMessage[]): Promise<void> {
  for (const portion of portionsOf(messages)) {
    await queue.sendBatch(portion.map((body) => ({ body, contentType: 'json' })))
  }
}

/** Messages in portions that one send may hold. */
export function portionsOf(messages: readonly JobMessage[]): JobMessage[][] {
  const portions: JobMessage[][] = []
  let size = charactersAtOnce
  for (const message of messages) {
    const length = JSON.stringify(message).length
    const last = portions.at(-1)
    if (!last || last.length >= messagesAtOnce || size + length > charactersAtOnce) {
      portions.push([message])
      size = length
    } else {
      last.push(message)
      size += length
    }
  }
  return portions
}
