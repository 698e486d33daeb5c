import { RequestError, type RequestPlace } from '@syncline/core/internal';

/**
 * The service returned a redirect that the client does not follow: to another origin, of a request other than GET, with
 * a target that is not an address, or one too many. Nothing was sent to the target.
 */
export class RedirectError extends RequestError {
  override readonly name = 'RedirectError';
  readonly code = 'REDIRECT_REFUSED';
  /** The origin of the target; undefined if the platform hides it (browsers) or the target is not an address */
  declare readonly targetOrigin: string | undefined;
  declare readonly status: number;

  constructor(place: RequestPlace, status: number, targetOrigin: string | undefined, why: string) {
    super(place, `redirect${targetOrigin === undefined ? '' : ` to ${targetOrigin}`} refused: ${why}`, {
      status,
      targetOrigin,
    });
  }
}
