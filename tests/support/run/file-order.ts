import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Long files first, short ones last, so that no process waits for another at the end. */
const order = ['journeys', 'worker', 'domain', 'long']

/**
 * Files of one project after the other: a process that keeps its modules takes the next file of the
 * same project only.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => order.indexOf(project.name)
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
