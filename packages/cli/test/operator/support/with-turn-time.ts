// Imported before a program that is tested.
import { speedUp } from './speed-up.ts';

speedUp();
