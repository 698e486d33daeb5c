declare namespace App {
  interface Locals {
    /** The section of the site that the page belongs to, by its label in the sidebar; undefined outside the sections */
    section?: string | undefined;
  }
}
