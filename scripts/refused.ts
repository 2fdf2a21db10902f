/** A command that says in one sentence why it does not do what was asked. */
export class Refused extends Error {}

/** Runs a command and ends the process: a refusal is its sentence, anything else its stack. */
export async function asCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Refused ? error.message : error)
    process.exit(1)
  }
}
