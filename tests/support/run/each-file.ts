/** Run before each test file, also where files of one process share their modules. */
import { testFile } from './test-file.ts'

testFile.turn += 1
