import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { z } from 'astro/zod';
import { defineCollection } from 'astro:content';

/** `keywords`: what readers call the subject of a page, where the page says it with other words. Search finds them. */
const extend = z.object({ keywords: z.array(z.coerce.string()).optional() });

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema({ extend }) }) };
