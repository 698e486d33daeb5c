import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { z } from 'astro/zod';
import { defineCollection } from 'astro:content';

/** `keywords`: search terms for a page that its text does not contain. */
const extend = z.object({ keywords: z.array(z.coerce.string()).optional() });

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema({ extend }) }) };
