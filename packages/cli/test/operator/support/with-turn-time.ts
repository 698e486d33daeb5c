// Imported before a program that is tested.
import { countTurns } from './turn-time.ts';

countTurns();
