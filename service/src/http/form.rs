//! Files in a form (`multipart/form-data`), as browsers and `curl -F` send them.

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;

use super::body::{JsonBody, kind, parse};
use super::problem::Problem;
use crate::checks::{FileOptions, SentFile};

/// The most files of one form.
const MOST_FILES: usize = 100;
/// The longest name of a file, in bytes.
const MOST_NAME: usize = 256;

/// The form of files to be checked, as it is described.
#[derive(serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it describes a form, whose parts are read one by one")]
pub(crate) struct FileForm {
    /// The files: papers such as PDF and DOCX, texts, or any format that `ibid check` reads. The part may have any name.
    file: Vec<FileBytes>,
    /// The settings, as JSON.
    options: Option<FileOptions>,
}

/// The bytes of a file.
#[derive(serde::Deserialize, utoipa::ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "it describes a part of a form")]
pub(crate) struct FileBytes(Vec<u8>);

/// Files with their settings.
pub(crate) struct Files {
    pub(crate) files: Vec<SentFile>,
    pub(crate) options: FileOptions,
}

/// A body of JSON, or of files in a form.
pub(crate) enum JsonOrFiles<T> {
    Json(T),
    Files(Files),
}

impl<T: serde::de::DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonOrFiles<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<JsonOrFiles<T>, Problem> {
        match &*kind(request.headers()) {
            "multipart/form-data" => Files::from_request(request, state).await.map(JsonOrFiles::Files),
            "" | "application/json" => {
                let JsonBody(json) = JsonBody::from_request(request, state).await?;
                Ok(JsonOrFiles::Json(json))
            }
            other => {
                let detail =
                    format!("the body is {other:?}; send application/json, or files as multipart/form-data");
                Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail))
            }
        }
    }
}

impl<S: Send + Sync> FromRequest<S> for Files {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Files, Problem> {
        let Ok(mut form) = Multipart::from_request(request, state).await else {
            let detail =
                "the form names no boundary; let the client make the header Content-Type, as curl -F does";
            return Err(Problem::new(StatusCode::BAD_REQUEST, detail));
        };
        let (mut files, mut options) = (vec![], None);
        while let Some(field) = form.next_field().await.map_err(unread)? {
            let Some(name) = field.name().map(str::to_owned) else {
                return Err(Problem::content(
                    "a part of the form has no name; name it file, or options for the settings",
                ));
            };
            if name == "options" {
                let json = field.bytes().await.map_err(unread)?;
                if options.replace(parse(&json, "options")?).is_some() {
                    return Err(Problem::content("options are there twice; send them once"));
                }
            } else if let Some(file) = file(field, &name).await? {
                files.push(file);
            }
            if files.len() > MOST_FILES {
                let detail =
                    format!("the form has more than {MOST_FILES} files; send the rest in another request");
                return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
            }
        }
        if files.is_empty() {
            return Err(Problem::content(
                "the form has no file; send one or more, as in curl -F file=@paper.pdf",
            ));
        }
        Ok(Files { files, options: options.unwrap_or_default() })
    }
}

/// Reads the part of a file. Returns none for the empty part that a browser sends where no file was chosen.
async fn file(field: Field<'_>, part: &str) -> Result<Option<SentFile>, Problem> {
    let Some(name) = field.file_name().map(str::to_owned) else {
        return Err(Problem::content(format!(
            "the part {part:?} is no file, since it has no file name; send files as in curl -F file=@paper.pdf, and \
             settings as options"
        )));
    };
    if name.len() > MOST_NAME {
        let length = name.len();
        return Err(Problem::content(format!(
            "a file name has {length} bytes; at most {MOST_NAME} are allowed"
        )));
    }
    let bytes = field.bytes().await.map_err(unread)?;
    match name.trim().is_empty() {
        true if bytes.is_empty() => Ok(None),
        true => Err(Problem::content(format!(
            "the file in the part {part:?} has an empty name; give it its name, whose ending tells the format"
        ))),
        false => Ok(Some(SentFile { name, bytes: bytes.into() })),
    }
}

fn unread(error: MultipartError) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "the files are larger than allowed together; send fewer or smaller ones at once",
        ),
        _ => Problem::new(
            StatusCode::BAD_REQUEST,
            "the form cannot be read: it ends early, or is not made as multipart/form-data has to be",
        ),
    }
}
