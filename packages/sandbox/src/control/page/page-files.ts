import { mainScript } from './main-script.ts';
import { markup } from './markup.ts';
import { requestsScript } from './requests-script.ts';
import { detailScript } from './detail-script.ts';
import { serviceScript } from './service-script.ts';
import { style } from './style.ts';
import { toolsScript } from './tools-script.ts';

/** A file of the control page. */
export interface PageFile {
  readonly type: string;
  readonly text: string;
}

const javaScript = (text: string): PageFile => ({ type: 'text/javascript; charset=utf-8', text });

/** The files of the control page, by their paths below it. */
export const pageFiles: Readonly<Record<string, PageFile>> = {
  '/': { type: 'text/html; charset=utf-8', text: markup },
  '/style.css': { type: 'text/css; charset=utf-8', text: style },
  '/script.js': javaScript(mainScript),
  '/tools.js': javaScript(toolsScript),
  '/service.js': javaScript(serviceScript),
  '/requests.js': javaScript(requestsScript),
  '/detail.js': javaScript(detailScript),
};
