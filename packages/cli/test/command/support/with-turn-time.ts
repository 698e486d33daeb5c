// Imported before the program under test.
import { countTurns } from './turn-time.ts';

countTurns();
